import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { fileReserve, RESERVE_BYTES } from "./reserve.ts"

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "kibitz-reserve-"))
  file = join(dir, "reserve")
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test("F12 the reserve takes its place on the disk, for the user alone, and gives it back once", async () => {
  const reserve = fileReserve(file, 3_000_000)
  expect(await reserve.fill()).toBe(true)
  const { size, blocks, mode, mtimeMs } = statSync(file)
  expect([size, (mode & 0o777).toString(8)]).toEqual([3_000_000, "600"])
  // Blocks of 512 bytes: nothing of it is a hole.
  if (process.platform !== "win32") expect(blocks * 512).toBeGreaterThanOrEqual(3_000_000)
  expect(await reserve.fill()).toBe(true)
  expect(statSync(file).mtimeMs).toBe(mtimeMs)
  expect([reserve.free(), reserve.free(), existsSync(file)]).toEqual([true, false, false])
})

test("F12 where as much again would not be left, nothing is set aside; half a reserve counts for nothing; nothing is thrown", async () => {
  const greedy = fileReserve(file, Number.MAX_SAFE_INTEGER)
  expect([await greedy.fill(), existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false, false])
  writeFileSync(file, "half")
  const reserve = fileReserve(file, 1_000_000)
  expect(reserve.free()).toBe(false)
  expect(existsSync(file)).toBe(false)
  expect(reserve.left()).toBeGreaterThan(0)
  expect(await fileReserve(join(dir, "gone", "reserve"), 1000).fill()).toBe(false)
  expect(RESERVE_BYTES).toBe(16 * 1024 * 1024)
})
