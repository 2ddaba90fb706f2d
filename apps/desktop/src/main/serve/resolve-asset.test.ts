import { join, relative } from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import { resolveAsset } from "./resolve-asset.ts"

test("the page and its files", () => {
  expect(resolveAsset("GET", "app://kibitz/")).toEqual({ path: "index.html", type: "text/html; charset=utf-8" })
  expect(resolveAsset("GET", "app://kibitz/index.html?x=1#y")?.path).toBe("index.html")
  expect(resolveAsset("GET", "app://kibitz/assets/index-D9f_a-1.js")).toEqual({
    path: "assets/index-D9f_a-1.js",
    type: "text/javascript; charset=utf-8",
  })
})

test("a path that stays inside after normalising is that file, never its parent", () => {
  expect(resolveAsset("GET", "app://kibitz/assets/../index.html")?.path).toBe("index.html")
  expect(resolveAsset("GET", "app://kibitz/../../index.html")?.path).toBe("index.html")
})

const corpus = [
  "app://kibitz/..%2f..%2fetc/passwd.json",
  "app://kibitz/%2e%2e/%2e%2e/secret%2ejson",
  "app://kibitz/%252e%252e/x.json",
  "app://kibitz/..%5c..%5cx.json",
  "app://kibitz/a%00.html",
  "app://kibitz/C:/windows/x.json",
  "app://kibitz/C%3A/x.json",
  "app://kibitz//etc/x.json",
  "app://kibitz/a//b.js",
  "app://kibitz/.env.json",
  "app://kibitz/.git/config.json",
  "app://kibitz/a..b/x.js",
  "app://kibitz/x.js.",
  "app://kibitz/x.js%20",
  "app://kibitz/x.map",
  "app://kibitz/x",
  "app://kibitz/assets/",
  "app://kibitz/ａ.js",
  "app://other/index.html",
  "app://kibitz:80/index.html",
  "app://kibitz.evil/index.html",
  "app://user@kibitz/index.html",
  "app://user:pass@kibitz/index.html",
  "app:///index.html",
  "app:index.html",
  "file:///etc/passwd",
  "https://kibitz/index.html",
  "",
  "not an address",
]

test.each(corpus)("1a-18: refuses %s", (address) => {
  expect(resolveAsset("GET", address)).toBeNull()
})

test.each(["POST", "PUT", "HEAD", "OPTIONS", "get", ""])("1a-18: only GET is served, not %j", (method) => {
  expect(resolveAsset(method, "app://kibitz/index.html")).toBeNull()
})

test("1a-18: whatever is asked for, the file is inside the folder", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "..",
      ".",
      "%2e%2e",
      "%2f",
      "\\",
      "%5c",
      "//",
      "a",
      "index.html",
      "x.js",
      "%00",
      "~",
      "C:",
      "\u202e",
      "assets",
    ),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom("/", "%2f", "\\", ""), (parts, between) => {
      const asset = resolveAsset("GET", `app://kibitz/${parts.join(between)}`)
      if (asset === null) return
      const way = relative("/srv/renderer", join("/srv/renderer", asset.path))
      expect(way.startsWith("..")).toBe(false)
      expect(way).toBe(asset.path)
    }),
    { numRuns: 3000 },
  )
})
