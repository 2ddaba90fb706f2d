import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { jakeId } from "@kibitz/contract"
import { atOnce } from "@kibitz/ports"
import { agentFounded, entriesAfter, messageDelivered, untilFact } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { auditKey } from "../../system/src/audit-key.ts"
import { copyJournal } from "./copy.ts"
import { sqliteJournal } from "./journal.ts"
import { applyMigrations, readMigrations, versionOf } from "./migrate.ts"
import { sweepCopies } from "./private-folder.ts"
import { readOnlyJournal } from "./read-only.ts"
import {
  endJournalProcesses,
  failureOf,
  failureOfAll,
  insertEarlier,
  type JournalProcess,
  laterMigrations,
  migrationsDir,
  migrationsUpTo,
  newFolder,
  startJournalProcess,
} from "./testing/on-disk.ts"

/** Each of these starts processes; on a busy machine that alone takes seconds. */
const SLOW = 60_000

/** A page of the journal with its head, as it stands in the log. */
const FRAME = 4096 + 24

let dir: string
let file: string
beforeEach(() => {
  dir = newFolder()
  file = join(dir, "kibitz.db")
})
afterEach(async () => {
  await endJournalProcesses()
  rmSync(dir, { recursive: true, force: true })
})

const look = () => readOnlyJournal({ file, migrationsDir })
const said = (writer: JournalProcess) => (writer.lines().at(-1) as number | undefined) ?? 0
const copies = () => readdirSync(dir).filter((name) => name.startsWith("read-only-"))

test(
  "F18 a journal that another process holds and writes to is read whole, again and again, and its owner is not disturbed",
  async () => {
    const writer = startJournalProcess("audit", file)
    await untilFact("it has written", () => said(writer) > 20, { limitMs: SLOW })
    let seen = 0
    for (let round = 0; round < 15; round++) {
      const before = said(writer)
      const journal = await look()
      // Nothing that was acknowledged before is missing, no number is left out, and every entry is sealed.
      expect(journal.last()).toBeGreaterThanOrEqual(Math.max(before, seen))
      expect([...journal.since(0)].map(({ seq }) => seq)).toEqual(Array.from({ length: journal.last() }, (_, n) => n + 1))
      expect(atOnce(journal.verifyAudit())).toEqual({ ok: true, entries: journal.last(), problem: "" })
      seen = journal.last()
      journal.close()
      await untilFact("it goes on writing", () => said(writer) > seen)
    }
    expect(failureOf(() => sqliteJournal({ file, migrationsDir })).kind).toBe("busy")
    await writer.kill()
    const journal = sqliteJournal({ file, migrationsDir })
    expect(journal.last()).toBeGreaterThanOrEqual(said(writer))
    expect(atOnce(journal.verifyAudit()).ok).toBe(true)
    journal.close()
    expect(copies()).toEqual([])
  },
  SLOW,
)

test("F18 what is still in the log alone is read too, and what was cut off at its end is left out", async () => {
  const writer = startJournalProcess("audit", file)
  await untilFact("it has written", () => said(writer) > 5)
  await writer.kill()
  const whole = statSync(`${file}-wal`).size
  expect(whole).toBeGreaterThan(0)
  const full = await look()
  expect(full.last()).toBeGreaterThanOrEqual(said(writer))
  full.close()
  const log = readFileSync(`${file}-wal`)
  // With it the journal would be refused: what is cut off here was acknowledged.
  rmSync(`${file}.mark`)
  // Killed while it wrote, it may have left the beginning of an entry that was never acknowledged: the cuts go on until they reach one that was.
  let last = full.last()
  for (let size = whole - 100; size > 0 && last === full.last(); size -= FRAME) {
    writeFileSync(`${file}-wal`, log.subarray(0, size))
    const cut = await look()
    last = cut.last()
    expect(atOnce(cut.verifyAudit()).ok).toBe(true)
    cut.close()
  }
  expect(last).toBeLessThan(full.last())
}, 60_000)

test("F18 a log that is begun anew between the two halves of a copy is noticed, and both are copied again", async () => {
  // In one process, which nothing but a test may do: the copying lets go of the lock.
  const journal = sqliteJournal({ file, migrationsDir })
  const grow = (count: number) => {
    for (let n = 0; n < count; n++) journal.append(entriesAfter(journal.last(), [messageDelivered("word ".repeat(900))], jakeId))
  }
  grow(3)
  const log = () => readFileSync(`${file}-wal`).subarray(0, 32).toString("hex")
  const begunWith = log()
  const copied: string[] = []
  const folder = join(dir, "copy")
  mkdirSync(folder)
  const copy = await copyJournal(file, folder, async (from, to) => {
    copyFileSync(from, to)
    copied.push(basename(from))
    // Enough to have all of it moved into the journal, and the log begun anew.
    for (let more = 0; more < 20 && copied.length === 1 && log() === begunWith; more++) grow(200)
  })
  expect(copied).toEqual(["kibitz.db", "kibitz.db-wal", "kibitz.db", "kibitz.db-wal"])
  const seen = sqliteJournal({ file: copy, migrationsDir, auditKey: new Uint8Array(32) })
  expect([...seen.since(0)].length).toBe(journal.last())
  seen.close()
  journal.close()
})

test("F18 the original and its folder are as they were; the copy is for the user alone and goes with its reader", async () => {
  sqliteJournal({ file, migrationsDir }).close()
  const state = () =>
    readdirSync(dir).map((name) => [name, statSync(join(dir, name)).mtimeMs, readFileSync(join(dir, name), "hex")])
  const before = state()
  const journal = await look()
  const [copy = ""] = copies()
  expect((statSync(join(dir, copy)).mode & 0o777).toString(8)).toBe("700")
  for (const name of readdirSync(join(dir, copy))) expect(statSync(join(dir, copy, name)).mode & 0o077).toBe(0)
  journal.close()
  expect(state()).toEqual(before)
})

test("F18 copies of those who were killed are swept away, a living one's and what only looks like one are not", async () => {
  sqliteJournal({ file, migrationsDir }).close()
  for (const pid of [999_999_999, process.ppid]) {
    mkdirSync(join(dir, `read-only-${pid}-1`))
    writeFileSync(join(dir, `read-only-${pid}-1`, "kibitz.db"), "a copy")
  }
  mkdirSync(join(dir, "read-only-9xE5m8"))
  sweepCopies(file)
  expect(copies().toSorted()).toEqual([`read-only-${process.ppid}-1`, "read-only-9xE5m8"].toSorted())
})

test("a journal of an earlier version is brought to this one in the copy alone", async () => {
  const db = new Database(file)
  applyMigrations(db, readMigrations(migrationsUpTo(1, join(dir, "up-to-1"))), auditKey(join(dir, "audit.key")))
  insertEarlier(db, entriesAfter(0, [agentFounded()], jakeId))
  db.close()
  const before = readFileSync(file)
  const journal = await look()
  expect([journal.last(), atOnce(journal.verifyAudit()).ok]).toEqual([1, true])
  journal.close()
  expect(readFileSync(file)).toEqual(before)
  expect(existsSync(join(dir, "audit.key"))).toBe(false)
  const same = new Database(file, { readonly: true })
  expect(versionOf(same)).toBe(1)
  same.close()
})

test("F14, F15: what is no journal, damaged, of a later version or not there is refused, and nothing is left behind", async () => {
  expect(await failureOfAll(look())).toMatchObject({ kind: "unreachable", message: expect.stringContaining("no journal") })
  writeFileSync(file, "")
  expect(await failureOfAll(look())).toMatchObject({ kind: "not-a-journal" })
  writeFileSync(file, Buffer.alloc(20_000, "garbage"))
  expect(await failureOfAll(look())).toMatchObject({ kind: "not-a-journal" })
  rmSync(file)
  rmSync(`${file}.mark`, { force: true })
  sqliteJournal({ file, migrationsDir: laterMigrations(join(dir, "later")) }).close()
  expect(await failureOfAll(look())).toMatchObject({ kind: "newer" })
  rmSync(file)
  rmSync(`${file}.mark`, { force: true })
  const journal = sqliteJournal({ file, migrationsDir })
  for (let n = 0; n < 40; n++) journal.append(entriesAfter(n, [messageDelivered("word ".repeat(900))], jakeId))
  journal.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xff, 4096 * 3, 4096 * 12))
  expect(await failureOfAll(look())).toMatchObject({ kind: "corrupt", message: expect.stringContaining(file) })
  expect(copies()).toEqual([])
})
