import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { log } from "./log.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

let dataDir = ""
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kibitz-log-"))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const kinds = ["uncaughtException", "unhandledRejection"] as const
const listeners = () => kinds.flatMap((kind) => process.listeners(kind as "uncaughtException"))

test("F35: what nobody caught is written down and ends nothing; a log that cannot be written does not either", () => {
  const before = listeners()
  const undone: Undo[] = []
  log({ launch: { dataDir } as Paths["launch"] }, (how) => undone.push(how))
  const added = listeners().filter((listener) => !before.includes(listener)) as ((cause: unknown) => void)[]
  expect(added).toHaveLength(2)
  const printed = console.error
  console.error = () => {}
  try {
    for (const [index, listener] of added.entries()) listener(index === 0 ? new Error("planted") : "no error at all")
    const lines = readFileSync(join(dataDir, "desktop.log"), "utf8").trim().split("\n")
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { what: "uncaught", error: expect.stringMatching(/^Error: planted\n/) },
      { what: "uncaught", error: "no error at all" },
    ])
    expect(statSync(join(dataDir, "desktop.log")).mode & 0o777).toBe(0o600)
    rmSync(dataDir, { recursive: true })
    for (const listener of added) listener(new Error("nowhere to write"))
  } finally {
    console.error = printed
  }
  for (const how of undone) void how()
  expect(listeners()).toEqual(before)
})
