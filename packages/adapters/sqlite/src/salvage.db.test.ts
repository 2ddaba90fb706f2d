// Flips bits where a restore used to give up: in the first page, in the pages that lead to the entries, and in the log.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jakeId, type Recorded } from "@kibitz/contract"
import { atOnce, StorageFailure } from "@kibitz/ports"
import { entriesAfter, messageDelivered } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { auditKey } from "../../system/src/audit-key.ts"
import { sqliteJournal } from "./journal.ts"
import { applyMigrations, readMigrations } from "./migrate.ts"
import { isSound, restoreJournal } from "./restore.ts"
import { appendAudited } from "./testing/audit.ts"
import { appendAndDie, endJournalProcesses, insertEarlier, migrationsDir, migrationsUpTo, newFolder } from "./testing/on-disk.ts"

const PAGE = 4096
const LOG_HEADER = 32
const FRAME = 24 + PAGE
/** Some hundred restores. */
const SLOW = 180_000

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

const options = () => ({ file, migrationsDir })
const open = () => sqliteJournal(options())

/** Entries of all sizes: some fill several pages. */
function write(count: number): Recorded[] {
  const journal = open()
  for (let n = 0; n < count; n++) {
    if (n % 5 === 0) appendAudited(journal, 1)
    else
      journal.append(
        entriesAfter(journal.last(), [messageDelivered(`message ${n} ${"ä word ".repeat((n * 131) % 900)}`)], jakeId),
      )
  }
  const all = [...journal.since(0)]
  journal.close()
  return all
}

function flipped(whole: Buffer, bit: number): void {
  const bytes = Buffer.from(whole)
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
  writeFileSync(file, bytes)
}

/** Nothing is wrong with it, or a start says so and everything comes back. */
async function comesBack(truth: readonly Recorded[], what: string): Promise<"sound" | "restored"> {
  if (isSoundHere(what)) {
    const journal = open()
    expect([...journal.since(0)], what).toEqual(truth)
    journal.close()
    return "sound"
  }
  const found = await restoreJournal(options())
  expect([found?.entries, found?.of], what).toEqual([truth.length, truth.length])
  found?.commit()
  const journal = open()
  journal.check()
  expect([...journal.since(0)], what).toEqual(truth)
  expect(atOnce(journal.verifyAudit()), what).toMatchObject({ ok: true })
  journal.close()
  return "restored"
}

function isSoundHere(what: string): boolean {
  try {
    return isSound(options())
  } catch (cause) {
    // Not damage, in its own words: then nobody would think of a restore.
    throw new Error(`${what}: ${cause instanceof StorageFailure ? cause.kind : ""} ${String(cause)}`)
  }
}

test(
  "F14 a flipped bit anywhere in the first page: every entry comes back",
  async () => {
    const truth = write(40)
    const whole = readFileSync(file)
    const mark = readFileSync(`${file}.mark`)
    const outcomes = { sound: 0, restored: 0 }
    // Every byte of the header of the file and of the page, and some of each statement of the schema.
    const places = [...Array.from({ length: 140 }, (_, n) => n), ...Array.from({ length: 56 }, (_, n) => 140 + n * 70)]
    for (const [n, place] of places.entries()) {
      flipped(whole, place * 8 + (n % 8))
      writeFileSync(`${file}.mark`, mark)
      outcomes[await comesBack(truth, `byte ${place}, bit ${n % 8}`)]++
      for (const name of readdirSync(dir)) if (name.includes("damaged-") || name.includes("backup-")) rmSync(join(dir, name))
    }
    expect(outcomes.restored).toBeGreaterThan(50)
    expect(outcomes.sound).toBeGreaterThan(20)
  },
  SLOW,
)

test("F14 the whole first page is gone, or every page that leads to the entries: every entry comes back", async () => {
  const truth = write(60)
  const whole = readFileSync(file)
  writeFileSync(file, Buffer.from(whole).fill(0, 0, PAGE))
  expect(await comesBack(truth, "the first page is empty")).toBe("restored")
  const [INDEX_INNER, TABLE_INNER, INDEX_LEAF] = [2, 5, 10]
  const bytes = Buffer.from(whole)
  for (let at = PAGE; at < bytes.length; at += PAGE) {
    if ([INDEX_INNER, TABLE_INNER, INDEX_LEAF].includes(bytes[at] as number)) bytes.fill(0xff, at, at + PAGE)
  }
  writeFileSync(file, bytes)
  expect(await comesBack(truth, "only leaves are left")).toBe("restored")
})

test("F14 a journal of version 3 whose first page is gone comes back too", async () => {
  const db = new Database(file)
  const migrations = readMigrations(migrationsUpTo(3, join(dir, "up-to-3")))
  applyMigrations(db, migrations, auditKey(join(dir, "audit.key")))
  insertEarlier(
    db,
    entriesAfter(
      0,
      Array.from({ length: 50 }, (_, n) => messageDelivered(`message ${n} ${"word ".repeat(n * 30)}`)),
      jakeId,
    ),
  )
  db.close()
  copyFileSync(file, join(dir, "copy.db"))
  const journal = sqliteJournal({ file: join(dir, "copy.db"), migrationsDir, auditKey: auditKey(join(dir, "audit.key")) })
  const truth = [...journal.since(0)]
  journal.close()
  writeFileSync(file, readFileSync(file).fill(0, 0, PAGE))
  expect(await comesBack(truth, "version 3")).toBe("restored")
})

test(
  "F14, F16 entries that are in the log alone come back, also from behind a frame of it that is damaged",
  async () => {
    write(10)
    await appendAndDie(file, SLOW)
    const [whole, log, mark] = [readFileSync(file), readFileSync(`${file}-wal`), readFileSync(`${file}.mark`)]
    const journal = open()
    const truth = [...journal.since(0)]
    journal.close()
    const pages = Array.from({ length: Math.floor((log.length - LOG_HEADER) / FRAME) }, (_, n) =>
      log.readUInt32BE(LOG_HEADER + n * FRAME),
    )
    // All but the last frame, which says that its transaction was committed.
    for (const [frame, page] of pages.slice(0, -1).entries()) {
      // What the page holds was written again if a later frame has it too. If not, the damaged frame has the only copy, and only its checksum is flipped.
      const isWrittenAgain = pages.includes(page, frame + 1)
      if (isWrittenAgain && frame % 7 !== 2) continue
      const inFrame = isWrittenAgain ? 1000 : 16
      const bytes = Buffer.from(log)
      const place = LOG_HEADER + frame * FRAME + inFrame
      bytes[place] = (bytes[place] as number) ^ 1
      writeFileSync(file, whole)
      writeFileSync(`${file}-wal`, bytes)
      writeFileSync(`${file}.mark`, mark)
      expect(await comesBack(truth, `byte ${inFrame} of frame ${frame} of ${pages.length}`)).toBe("restored")
      rmSync(`${file}-wal`, { force: true })
    }
    writeFileSync(file, Buffer.from(whole).fill(0, 0, PAGE))
    writeFileSync(`${file}-wal`, log)
    writeFileSync(`${file}.mark`, mark)
    // The log has a first page too.
    await comesBack(truth, "the first page is gone, and there is a log")
  },
  SLOW,
)

test("T29 an event whose audit entry is lost is not restored as if nobody had had to allow it", async () => {
  write(30)
  const db = new Database(file)
  db.exec("drop trigger audit_is_not_deleted; delete from audit where entry = 6")
  db.close()
  writeFileSync(file, readFileSync(file).fill(0, 0, PAGE))
  const found = await restoreJournal(options())
  // Audited are 1, 6, 11, 16, 21 and 26. The sealed end of the log counts six, so any entry after 21 may be the one that had to be allowed.
  expect(found).toMatchObject({ entries: 21, of: 30 })
  found?.commit()
  const journal = open()
  expect(atOnce(journal.verifyAudit())).toMatchObject({ ok: true, entries: 5 })
  journal.close()
})
