// Every golden journal is opened by the code as it is now: what its version wrote is all there, can be restored, and can be continued.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readOnlyJournal, restoreJournal, sqliteJournal } from "@kibitz/adapters/sqlite"
import { toInstant, type WireMessage } from "@kibitz/contract"
import { openHost } from "@kibitz/host"
import { untilFact } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"
import { root } from "../setup/paths.mjs"
import { factsOf } from "./facts.ts"
import { goldenFacts, goldenNames, migrationsDir, unpackGolden } from "./folder.ts"
import { missingTypes, samples } from "./samples.ts"

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "kibitz-golden-"))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

test.each(goldenNames())("%s folds to the same facts, and its pages, search, cost and audit log read the same", (name) => {
  const journal = sqliteJournal({ file: unpackGolden(name, base), migrationsDir })
  try {
    journal.check()
    expect(factsOf(journal)).toEqual(goldenFacts(name))
  } finally {
    journal.close()
  }
})

test.each(goldenNames())("%s reads the same through a read-only copy", async (name) => {
  const copy = await readOnlyJournal({ file: unpackGolden(name, base), migrationsDir })
  try {
    expect(factsOf(copy)).toEqual(goldenFacts(name))
  } finally {
    copy.close()
  }
})

test.each(goldenNames())("%s is restored entry by entry once its header is damaged", async (name) => {
  const file = unpackGolden(name, base)
  writeFileSync(file, Buffer.alloc(100), { flag: "r+" })
  const restored = await restoreJournal({ file, migrationsDir })
  expect(restored).toMatchObject({ entries: goldenFacts(name).entries })
  restored?.commit()
  const journal = sqliteJournal({ file, migrationsDir })
  expect(factsOf(journal)).toEqual(goldenFacts(name))
  journal.close()
})

test.each(goldenNames())("%s is opened by the host, and Jake answers in it", async (name) => {
  unpackGolden(name, base)
  const environment = { KIBITZ_REHEARSAL_PACE: "0" }
  const resourcesDir = join(root, "resources")
  const host = await openHost({ dataDir: base, workspace: base, resourcesDir, version: "0", environment })
  const sent: WireMessage[] = []
  const { receive } = host.connect("desktop", (message) => sent.push(message))
  receive({ type: "subscribe", id: "w", channel: { kind: "world" } })
  receive({ type: "dispatch", id: "r", command: { type: "agent.resume", agentId: "jake" } })
  receive({ type: "dispatch", id: "m", command: { type: "message.send", agentId: "jake", text: "hello again" } })
  const events = () => sent.flatMap((message) => (message.type === "envelope" ? message.events : []))
  await untilFact("Jake has answered", () =>
    events().some(({ event }) => event.type === "turn.replied" && event.agentId === "jake"),
  )
  expect(events()[0]?.seq).toBeGreaterThan(goldenFacts(name).entries)
  expect(host.isReadOnly).toBe(false)
  await host.close()
})

test("v1 has every type of event that there was when it was written", () => {
  expect(Object.keys(goldenFacts("v1").types)).toHaveLength(70)
})

test("every type of event that no golden journal has is in the samples, so that the next one can be written", async () => {
  const at = toInstant(Temporal.Instant.from("2026-01-01T00:00:00Z"))
  const kept = goldenNames().flatMap((name) => Object.keys(goldenFacts(name).types))
  const told = (await samples(at, at)).map(({ type }) => type)
  expect(missingTypes([...kept, ...told])).toEqual([])
})
