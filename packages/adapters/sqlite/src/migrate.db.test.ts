import { existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { jakeId } from "@kibitz/contract"
import { agentFounded, entriesAfter, entry, messageDelivered, recordingLog, untilFact } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"
import {
  endJournalProcesses,
  failureOf,
  migrationsDir,
  migrationsUpTo,
  newFolder,
  startJournalProcess,
} from "./fixtures/on-disk.ts"
import { sqliteJournal } from "./journal.ts"
import { readMigrations, versionOf } from "./migrate.ts"
import { openDatabase } from "./open.ts"

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
function writeOldJournal(count: number) {
  const journal = sqliteJournal({ file, migrationsDir: migrationsUpTo(count, join(dir, `up-to-${count}`)) })
  journal.append(entriesAfter(0, [agentFounded(), ...texts.map((text) => messageDelivered(text))], jakeId))
  const all = [...journal.since(0)]
  journal.close()
  return all
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
  const old = sqliteJournal({ file: backup, migrationsDir: join(dir, "up-to-1") })
  expect([...old.since(0)]).toEqual(all)
  old.close()
})

test("a journal that is up to date is not backed up and not touched", () => {
  sqliteJournal({ file, migrationsDir }).close()
  sqliteJournal({ file, migrationsDir }).close()
  expect(readdirSync(join(dir, "data"))).toEqual(["kibitz.db"])
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
