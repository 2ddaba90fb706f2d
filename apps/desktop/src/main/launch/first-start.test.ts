import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { firstStart } from "./first-start.ts"

let dataDir = ""
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kibitz-first-"))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const launch = (seed: string | null = null) => ({ dataDir, workspace: "/home/me/shop", seed })

test("without a journal it is a first start, in this folder", () => {
  expect(firstStart(launch(), {})).toEqual({ folder: "/home/me/shop", hasKey: false })
})

test("a journal, or an invented team, makes it none", () => {
  expect(firstStart(launch("6,2,3"), {})).toBeNull()
  writeFileSync(join(dataDir, "kibitz.db"), "")
  expect(firstStart(launch(), {})).toBeNull()
})

test("a key counts whether it comes from the environment or was kept; a blank one does not", () => {
  expect(firstStart(launch(), { ANTHROPIC_API_KEY: "sk-1" })?.hasKey).toBe(true)
  expect(firstStart(launch(), { ANTHROPIC_API_KEY: "  " })?.hasKey).toBe(false)
  writeFileSync(join(dataDir, "provider-key"), "")
  expect(firstStart(launch(), {})?.hasKey).toBe(true)
})
