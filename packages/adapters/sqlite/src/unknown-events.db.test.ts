// A journal that a newer Kibitz has written to: it can be looked at up to the first event that is not known, and nothing of it is lost.
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type AgentId, decoder, type Instant, jakeId } from "@kibitz/contract"
import { atOnce } from "@kibitz/ports"
import { entry, laterDecoder, messageDelivered, toyMade, turnReplied } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { sqliteJournal } from "./journal.ts"
import { readAudit } from "./read-audit.ts"
import { readOnlyJournal } from "./read-only.ts"
import { isSound, restoreJournal } from "./restore.ts"
import { failureOf, migrationsDir, newFolder } from "./testing/on-disk.ts"

const long = 1_000_000
const always = "2000-01-01T00:00:00.000Z" as Instant
const sentence =
  'Entry 3 is an event "toy.made" of version 1, which this version of Kibitz does not know. Update Kibitz to work in this project.'
let dir: string
let file: string

beforeEach(() => {
  dir = newFolder()
  file = join(dir, "kibitz.db")
  const later = sqliteJournal({ file, migrationsDir, decoder: laterDecoder })
  later.append([
    entry(1, messageDelivered("hello"), jakeId),
    entry(2, messageDelivered("hello", { agentId: "rosa" as AgentId }), "rosa" as AgentId),
    entry(3, toyMade("car"), jakeId),
    entry(4, messageDelivered("and then"), jakeId),
    entry(5, Object.assign(turnReplied("fine", { costUsd: 1 }), { mood: "merry" }), jakeId),
  ])
  later.close()
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function rows(): unknown[] {
  const db = new Database(file, { readonly: true })
  const tables = ["events", "audit", "audit_head", "world_snapshot", "transcript_heads"]
  const found = tables.map((table) => db.prepare(`select * from ${table}`).raw().all())
  db.close()
  return found
}

test("a read-only copy ends before the first event that is not known, by every way of reading", async () => {
  const copy = await readOnlyJournal({ file, migrationsDir })
  try {
    expect([copy.unknown, copy.last()]).toEqual([sentence, 2])
    copy.check()
    expect([...copy.since(0)].map(({ seq }) => seq)).toEqual([1, 2])
    for (const before of [null, 2, 99]) {
      expect(copy.page(jakeId, before, long)).toMatchObject({ events: [{ seq: 1 }], older: null })
    }
    expect(copy.pageAfter(jakeId, 0, long)).toMatchObject({ events: [{ seq: 1 }], newer: null })
    expect(copy.pageAfter(jakeId, 0, 1)).toMatchObject({ events: [{ seq: 1 }], newer: null })
    expect(copy.pageAfter(jakeId, 1, long)).toEqual({ events: [], newer: null })
    expect(copy.cost(always)).toEqual({ hours: [], agents: [] })
    expect([atOnce(copy.verifyEvents()), atOnce(copy.verifyAudit()).ok]).toEqual(["", true])
  } finally {
    copy.close()
  }
})

test("a read-only copy by a Kibitz that knows them shows all of it", async () => {
  const copy = await readOnlyJournal({ file, migrationsDir, decoder: laterDecoder })
  expect([copy.unknown, copy.last(), [...copy.since(0)].length]).toEqual([null, 5, 5])
  copy.close()
})

test("an unknown event in the place of a damaged one is damage", async () => {
  const db = new Database(file)
  db.exec("drop trigger events_are_not_changed; update events set type = 'toy.sold' where seq = 3")
  db.close()
  await expect(readOnlyJournal({ file, migrationsDir })).rejects.toMatchObject({ kind: "corrupt" })
})

test("meeting an unknown event while writing would be allowed leaves every table as it was", () => {
  const before = rows()
  const journal = sqliteJournal({ file, migrationsDir })
  journal.check()
  expect(failureOf(() => [...journal.since(0)])).toEqual({ kind: "unknown-event", message: sentence })
  journal.close()
  expect(rows()).toEqual(before)
})

test("verify-audit finds nothing wrong, and says which event is not known", () => {
  const check = readAudit({ file })
  expect([atOnce(check.verifyEvents()), check.unknown()]).toEqual(["", sentence])
  check.close()
  const later = readAudit({ file, decoder: laterDecoder })
  expect(later.unknown()).toBeNull()
  later.close()
})

test("it is no damage, and a restore of a damaged one keeps unknown events as they are", async () => {
  expect(isSound({ file, migrationsDir })).toBe(true)
  const [before] = rows()
  writeFileSync(file, Buffer.alloc(100), { flag: "r+" })
  const restored = await restoreJournal({ file, migrationsDir })
  expect(restored).toMatchObject({ entries: 5, of: 5 })
  restored?.commit()
  expect(rows()[0]).toEqual(before)
})

test("the index of messages lists every name under which a message may be stored", () => {
  // It is a part of the schema: another version of one of these events needs a migration.
  const names = (["message.queued", "message.delivered"] as const).map(decoder.nameOf)
  const db = new Database(file, { readonly: true })
  const text = String(db.prepare("select sql from sqlite_schema where name = 'events_by_message'").pluck().get())
  db.close()
  for (const name of names) expect(text).toContain(`'${name}'`)
})
