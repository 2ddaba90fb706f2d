import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { cacheControl, listStaticFiles } from "./static-files.ts"

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test("every file has one address, index.html is the root, and links lead nowhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "kibitz-files-"))
  folders.push(folder)
  mkdirSync(join(folder, "assets"))
  writeFileSync(join(folder, "index.html"), "")
  writeFileSync(join(folder, "assets", "main-Ab3_x9-Z.js"), "")
  writeFileSync(join(folder, "a b.svg"), "")
  writeFileSync(join(folder, "data.bin"), "")
  symlinkSync("/etc/hostname", join(folder, "outside.txt"))
  symlinkSync("/etc", join(folder, "etc"))
  const listed = [...listStaticFiles(folder)].map(([address, { type, cache }]) => [address, type, cache]).toSorted()
  expect(listed).toEqual([
    ["/", "text/html; charset=utf-8", "no-store"],
    ["/a%20b.svg", "image/svg+xml", "no-store"],
    ["/assets/main-Ab3_x9-Z.js", "text/javascript; charset=utf-8", "private, max-age=31536000, immutable"],
    ["/data.bin", "application/octet-stream", "no-store"],
  ])
})

test.each([
  ["/index.html", "no-store"],
  ["/icon.svg", "no-store"],
  ["/assets/plain.js", "no-store"],
  ["/assets/shiki-DkT4_a1B.js", "private, max-age=31536000, immutable"],
])("%s is cached as %s", (address, cache) => {
  expect(cacheControl(address)).toBe(cache)
})
