import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jakeId, MessageId, type Recorded } from "@kibitz/contract"
import { atOnce } from "@kibitz/ports"
import { agentFounded, entriesAfter, entry, messageDelivered, recordingLog, untilFact } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { and, sql as drizzleSql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { auditKey } from "../../system/src/audit-key.ts"
import { sqliteJournal } from "./journal.ts"
import { applyMigrations, readMigrations, versionOf } from "./migrate.ts"
import { openDatabase } from "./open.ts"
import { events, messageIdIn, namesMessage } from "./schema.ts"
import { auditOf } from "./testing/audit.ts"
import {
  endJournalProcesses,
  failureOf,
  insertEarlier,
  migrationsDir,
  migrationsUpTo,
  newFolder,
  startJournalProcess,
} from "./testing/on-disk.ts"

let dir: string
let file: string
beforeEach(() => {
  dir = newFolder()
  file = join(dir, "data/kibitz.db")
})
afterEach(async () => {
  await endJournalProcesses()
  rmSync(dir, { recursive: true, force: true })
})

const texts = ["one", "two", "three"]
/** As a version with only the first `count` migrations has left it. */
function writeOldJournal(count: number): Recorded[] {
  const entries = entriesAfter(0, [agentFounded(), ...texts.map((text) => messageDelivered(text))], jakeId)
  mkdirSync(join(dir, "data"))
  const db = new Database(file)
  const migrations = readMigrations(migrationsUpTo(count, join(dir, `up-to-${count}`)))
  applyMigrations(db, migrations, auditKey(join(dir, "data/audit.key")))
  insertEarlier(db, entries)
  db.close()
  return entries.map(({ seq, at, event }) => ({ seq, at, event }))
}

test("0000 → 0001: a journal without triggers gets them, keeps every event, and was backed up before", () => {
  const all = writeOldJournal(1)
  const log = recordingLog()
  const journal = sqliteJournal({ file, migrationsDir, log })
  expect([...journal.since(0)]).toEqual(all)
  journal.append([entry(5, messageDelivered("four"), jakeId)])
  journal.close()
  expect(log.lines.map((line) => line.what)).toEqual(["journal backed up before a migration", "journal migrated"])
  const db = openDatabase({ file, migrationsDir })
  expect(() => db.exec("delete from events")).toThrow("append-only")
  expect(versionOf(db)).toBe(readMigrations(migrationsDir).length)
  db.close()

  const backup = `${file}.backup-v1`
  expect((statSync(backup).mode & 0o777).toString(8)).toBe("600")
  const old = new Database(backup)
  expect([versionOf(old), old.prepare("select count(*) from events").pluck().get()]).toEqual([1, all.length])
  old.close()
})

test("0001 → 0002: a journal without an audit log gets one and a key; what was there before counts as not audited", () => {
  const all = writeOldJournal(2)
  expect(readdirSync(join(dir, "data"))).toEqual(["kibitz.db"])
  const journal = sqliteJournal({ file, migrationsDir })
  expect([...journal.since(0)]).toEqual(all)
  expect(atOnce(journal.verifyAudit())).toEqual({ ok: true, entries: 0, problem: "" })
  expect((statSync(join(dir, "data/audit.key")).mode & 0o777).toString(8)).toBe("600")
  journal.append([{ ...entry(5, agentFounded()), audit: auditOf(5) }])
  journal.close()
  const again = sqliteJournal({ file, migrationsDir })
  expect([atOnce(again.verifyAudit()), again.audit({}, null, 5).entries.map((each) => each.seq)]).toEqual([
    { ok: true, entries: 1, problem: "" },
    [5],
  ])
  again.close()
})

test("0002 → 0003: the ids of messages from before are known, also beside an entry that is damaged", () => {
  writeOldJournal(3)
  const db = new Database(file)
  insertEarlier(db, [entry(5, messageDelivered("long ago", { messageId: MessageId.parse("old") }), jakeId)])
  const insert = db.prepare("insert into events values (?, ?, ?, ?, ?, ?, ?)")
  insert.run(6, "2026-01-01T00:00:06.000Z", "message.delivered", jakeId, 3, 1, "{no")
  db.close()
  const journal = sqliteJournal({ file, migrationsDir })
  expect(journal.hasMessage(jakeId, MessageId.parse("old"))).toBe(true)
  expect(journal.hasMessage(jakeId, MessageId.parse("new"))).toBe(false)
  journal.close()
  const again = openDatabase({ file, migrationsDir })
  const { sql } = drizzle(again)
    .select()
    .from(events)
    .where(and(namesMessage, drizzleSql`${messageIdIn} = 'old'`))
    .toSQL()
  expect(JSON.stringify(again.prepare(`explain query plan ${sql}`).all())).toContain("USING INDEX events_by_message")
  again.close()
})

test("0003 → 0004: every event gets a checksum over its whole row and its place in its transcript (F10, F14)", () => {
  const all = writeOldJournal(3)
  const journal = sqliteJournal({ file, migrationsDir })
  expect([[...journal.since(0)], journal.page(jakeId, null, 100_000)]).toEqual([all, { events: all, older: null }])
  journal.append([entry(5, messageDelivered("four"), jakeId)])
  expect(journal.page(jakeId, null, 100_000).events).toHaveLength(5)
  journal.close()
  const db = openDatabase({ file, migrationsDir })
  expect(db.prepare("select previous from events order by seq").pluck().all()).toEqual([0, 1, 2, 3, 4])
  expect(db.prepare("select count(*) from sqlite_schema where name = 'events_unchecked'").pluck().get()).toBe(0)
  db.close()
})

test("0003 → 0004: an entry that was damaged before is still named afterwards, and the others can be read (F14)", () => {
  const all = writeOldJournal(3)
  const db = new Database(file)
  db.exec("drop trigger events_are_not_changed; update events set payload = replace(payload, 'two', 'odd')")
  db.close()
  // The migration expects the trigger.
  const again = new Database(file)
  again.exec("create trigger events_are_not_changed before update on events begin select raise(abort, 'no'); end")
  again.close()
  const journal = sqliteJournal({ file, migrationsDir })
  expect(failureOf(() => [...journal.since(0)]).message).toContain("entry 3 is not what was written")
  expect([...journal.since(3)]).toEqual(all.slice(3))
  expect(failureOf(() => journal.page(jakeId, null, 100_000)).message).toContain("entry 3 is not what was written")
  journal.close()
})

test("a key from before is used for the audit log that a migration makes, and a refused key leaves the old version whole", () => {
  const all = writeOldJournal(2)
  const key = join(dir, "data/audit.key")
  writeFileSync(key, Buffer.alloc(32, 5), { mode: 0o644 })
  expect(failureOf(() => sqliteJournal({ file, migrationsDir })).message).toContain("read or changed by others")
  chmodSync(key, 0o600)
  const journal = sqliteJournal({ file, migrationsDir })
  expect([[...journal.since(0)], atOnce(journal.verifyAudit()).ok]).toEqual([all, true])
  journal.close()
  expect(readFileSync(key)).toEqual(Buffer.alloc(32, 5))
})

test("a journal that is up to date is not backed up and not touched", () => {
  sqliteJournal({ file, migrationsDir }).close()
  sqliteJournal({ file, migrationsDir }).close()
  expect(readdirSync(join(dir, "data"))).toEqual(["audit.key", "kibitz.db", "kibitz.db.mark"])
})

test("a migration that fails half-way leaves the old version whole (F10)", () => {
  const all = writeOldJournal(2)
  const bad = migrationsUpTo(
    2,
    join(dir, "bad"),
    "create table half (x);\n--> statement-breakpoint\ninsert into nonsense values (1);",
  )
  expect(failureOf(() => sqliteJournal({ file, migrationsDir: bad })).kind).toBe("corrupt")
  const journal = sqliteJournal({ file, migrationsDir })
  expect([...journal.since(0)]).toEqual(all)
  journal.close()
  const db = openDatabase({ file, migrationsDir })
  expect(db.prepare("select name from sqlite_schema where name = 'half'").all()).toEqual([])
  db.close()
})

test("kill -9 in the middle of a migration leaves the old version whole, and the backup beside it (F10)", async () => {
  const all = writeOldJournal(2)
  const endless =
    "create table slow as with recursive n (i) as (select 1 union all select i + 1 from n limit 4000000000) select i from n;"
  const slow = migrationsUpTo(2, join(dir, "slow"), endless)
  const migrating = startJournalProcess("hold", file, slow)
  await untilFact(
    "the migration has reached the disk",
    () => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000,
  )
  await migrating.kill()
  expect([migrating.lines(), existsSync(`${file}.backup-v2`)]).toEqual([[], true])
  const journal = sqliteJournal({ file, migrationsDir })
  expect([...journal.since(0)]).toEqual(all)
  journal.close()
  const again = sqliteJournal({ file: `${file}.backup-v2`, migrationsDir })
  expect([...again.since(0)]).toEqual(all)
  again.close()
}, 60_000)
