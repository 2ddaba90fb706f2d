import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { boundsOnScreen, nothingRemembered, readRemembered, writeRemembered } from "./appearance.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kibitz-appearance-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test("what was remembered comes back", () => {
  const remembered = { theme: "light", bounds: { x: 1, y: 2, width: 900, height: 600 }, maximized: true } as const
  writeRemembered(join(folder, "window.json"), remembered)
  expect(readRemembered(join(folder, "window.json"))).toEqual(remembered)
})

test.each(["", "null", "[]", '{"theme":"pink","bounds":{"x":"a"},"maximized":1}'])("a damaged file (%j) is like none", (text) => {
  writeFileSync(join(folder, "window.json"), text)
  expect(readRemembered(join(folder, "window.json"))).toEqual(nothingRemembered)
})

test("a folder that is gone does not matter", () => {
  writeRemembered(join(folder, "gone", "window.json"), nothingRemembered)
  expect(readRemembered(join(folder, "gone", "window.json"))).toEqual(nothingRemembered)
})

test("a window is put back only where it can be seen and moved", () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 }
  const at = (x: number, y: number) => boundsOnScreen({ x, y, width: 1000, height: 700 }, [screen])
  expect(at(100, 100)).not.toBeNull()
  expect(at(-800, 0)).not.toBeNull()
  expect(at(2000, 100)).toBeNull()
  expect(at(100, -400)).toBeNull()
  expect(at(100, 1060)).toBeNull()
  expect(boundsOnScreen(null, [screen])).toBeNull()
})
