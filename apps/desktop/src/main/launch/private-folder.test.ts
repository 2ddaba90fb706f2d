import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { ensurePrivateFolder, UnsafeFolder } from "./private-folder.ts"

let root = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "kibitz-folder-"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

test("T20: makes the folder for this user alone, and closes one that was open", () => {
  ensurePrivateFolder(join(root, "a", "b"))
  expect(modeOf(join(root, "a", "b"))).toBe(0o700)
  const open = join(root, "open")
  mkdirSync(open)
  chmodSync(open, 0o755)
  ensurePrivateFolder(open)
  expect(modeOf(open)).toBe(0o700)
})

test("T20: refuses a link and leaves what it points at alone", () => {
  const target = join(root, "target")
  mkdirSync(target)
  chmodSync(target, 0o755)
  symlinkSync(target, join(root, "link"))
  expect(() => ensurePrivateFolder(join(root, "link"))).toThrow(UnsafeFolder)
  expect(modeOf(target)).toBe(0o755)
})

test("F17 a folder that cannot be written is refused before anything is put into it", ({ task }) => {
  if (process.getuid?.() === 0) {
    Object.assign(task.meta, { limited: "root may write everywhere" })
    return
  }
  const closed = join(root, "closed")
  mkdirSync(closed, { mode: 0o500 })
  expect(() => ensurePrivateFolder(closed)).toThrow("EACCES")
})

test("T20: refuses a file", () => {
  writeFileSync(join(root, "file"), "")
  expect(() => ensurePrivateFolder(join(root, "file"))).toThrow()
})
