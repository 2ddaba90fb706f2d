// A journal that lost its end: by the file beside it, a start knows how many entries were acknowledged.
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { crc32 } from "node:zlib"
import { jakeId } from "@kibitz/contract"
import { atOnce } from "@kibitz/ports"
import { entriesAfter, messageDelivered, recordingLog } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { bootId } from "../../system/src/processes.ts"
import { sqliteJournal } from "./journal.ts"
import { readMark } from "./mark.ts"
import { readAudit } from "./read-audit.ts"
import { readOnlyJournal } from "./read-only.ts"
import { isSound, restoreJournal } from "./restore.ts"
import { appendAndDie, endJournalProcesses, failureOf, failureOfAll, migrationsDir, newFolder } from "./testing/on-disk.ts"

const SLOW = 60_000

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

const open = () => sqliteJournal({ file, migrationsDir })
const mark = () => `${file}.mark`

function grow(count: number): void {
  const journal = open()
  for (let n = 0; n < count; n++) journal.append(entriesAfter(journal.last(), [messageDelivered(`message ${n}`)], jakeId))
  journal.close()
}

/** Writes three entries and closes, then writes some more and is killed. Returns how many were acknowledged by then. */
async function killed(): Promise<number> {
  grow(3)
  return appendAndDie(file, SLOW)
}

test(
  "F16 after a kill the log was deleted: the start says how many entries are missing, a restore continues with the rest",
  async () => {
    const acknowledged = await killed()
    rmSync(`${file}-wal`)
    const before = readFileSync(file)
    const { kind, message } = failureOf(open)
    const last = readMark(file)?.last ?? 0
    expect(last).toBeGreaterThanOrEqual(acknowledged)
    expect([kind, message]).toEqual(["shortened", expect.stringContaining(`it has 3 entries, but ${last} were written`)])
    for (const part of [
      "kibitz.db-wal was moved or deleted",
      "Put the right files back",
      "kibitz restore",
      "Nothing was changed",
    ])
      expect(message).toContain(part)
    expect(await failureOfAll(readOnlyJournal({ file, migrationsDir }))).toEqual({
      kind,
      message: expect.stringContaining("but"),
    })
    expect(isSound({ file, migrationsDir })).toBe(false)
    expect([readFileSync(file), existsSync(`${file}-wal`)]).toEqual([before, false])
    const found = await restoreJournal({ file, migrationsDir })
    expect(found).toMatchObject({ entries: 3, of: last })
    found?.commit()
    expect(readMark(file)).toMatchObject({ last: 3, isOpen: false })
    grow(1)
    expect(isSound({ file, migrationsDir })).toBe(true)
  },
  SLOW,
)

test(
  "F16 after a kill the log was cut off or damaged: the start says so, and leaves what is left of it alone",
  async () => {
    await killed()
    const log = readFileSync(`${file}-wal`)
    const last = readMark(file)?.last ?? 0
    const damages = [
      () => truncateSync(`${file}-wal`, log.length >> 1),
      () => writeFileSync(`${file}-wal`, Buffer.from(log).fill(0xff, log.length >> 2, (log.length >> 2) + 8)),
    ]
    for (const damage of damages) {
      damage()
      const bytes = readFileSync(`${file}-wal`)
      const { kind, message } = failureOf(open)
      expect([kind, message]).toEqual([
        "shortened",
        expect.stringMatching(new RegExp(`has \\d+ entries, but ${last} were.*-wal is damaged`)),
      ])
      expect(readFileSync(`${file}-wal`)).toEqual(bytes)
      expect(existsSync(`${file}-shm`)).toBe(false)
      writeFileSync(`${file}-wal`, log)
    }
    const journal = open()
    // Killed between writing an entry and noting it, the journal may have one that nobody was told of.
    expect(journal.last()).toBeGreaterThanOrEqual(last)
    journal.close()
  },
  SLOW,
)

test("F16 after a power cut the mark may be behind: a log that is gone is said, also when nothing is known to be missing", () => {
  grow(5)
  const journal = open()
  journal.append(entriesAfter(5, [messageDelivered("six")], jakeId))
  const running = readFileSync(mark(), "utf8")
  journal.close()
  expect(running).toMatch(/^kibitz mark 1 6 open /)
  // Killed, and another program has moved the log into the journal: nothing is missing, and this boot knows it.
  writeFileSync(mark(), running)
  if (bootId() !== null) open().close()
  // The same after a power cut.
  writeMark(6, "open", "another-boot")
  const { kind, message } = failureOf(open)
  expect([kind, message]).toEqual([
    "shortened",
    expect.stringMatching(/has 6 entries and was not closed.*may have held more.*kibitz restore/),
  ])
  writeMark(6, "shut", "another-boot")
  open().close()
})

test("F16 a journal that was replaced by an older copy says so; after a clean close the mark is exact", async () => {
  grow(4)
  copyFileSync(file, join(dir, "older.db"))
  grow(3)
  expect(readMark(file)).toMatchObject({ last: 7, isOpen: false })
  copyFileSync(join(dir, "older.db"), file)
  expect(failureOf(open).message).toContain("it has 4 entries, but 7 were written")
  expect(await failureOfAll(readOnlyJournal({ file, migrationsDir }))).toMatchObject({ kind: "shortened" })
  const checked = readAudit({ file })
  expect(atOnce(checked.verifyEvents())).toBe("it has 4 entries, but 7 were written")
  checked.close()
})

test("F16 the end of the table was lost to a flipped bit: the start says so", () => {
  grow(40)
  const db = new Database(file)
  db.exec("drop trigger events_are_not_deleted; delete from events where seq > 37")
  db.close()
  expect(failureOf(open).message).toContain("it has 37 entries, but 40 were written")
})

test("F15 a journal that is gone is not begun again without a word", () => {
  grow(2)
  rmSync(file)
  const { kind, message } = failureOf(open)
  expect([kind, message]).toEqual([
    "unreachable",
    expect.stringMatching(/is gone, but 2 entries were written.*move kibitz\.db\.mark away/),
  ])
  expect(existsSync(file)).toBe(false)
  rmSync(mark())
  const journal = open()
  expect(journal.last()).toBe(0)
  journal.close()
})

test("a mark that is missing, damaged, a link or cannot be written stops nobody", () => {
  const survive = (damage: () => void) => {
    grow(1)
    damage()
    const log = recordingLog()
    const journal = sqliteJournal({ file, migrationsDir, log })
    journal.append(entriesAfter(journal.last(), [messageDelivered("on")], jakeId))
    journal.close()
    return log.lines.length
  }
  expect(survive(() => rmSync(mark()))).toBe(0)
  expect(survive(() => writeFileSync(mark(), "kibitz mark 1 999 open - 00000000\n"))).toBe(0)
  expect(survive(() => writeFileSync(mark(), "", { flag: "w" }))).toBe(0)
  expect(readMark(file)).toMatchObject({ last: 6, isOpen: false })
  expect(statSync(mark()).mode & 0o077).toBe(0)
  const elsewhere = join(dir, "elsewhere")
  writeFileSync(elsewhere, "precious")
  expect(
    survive(() => {
      rmSync(mark())
      symlinkSync(elsewhere, mark())
    }),
  ).toBe(1)
  expect(readFileSync(elsewhere, "utf8")).toBe("precious")
})

test("the mark is right after every append and after closing, and never grows", () => {
  const journal = open()
  for (let n = 1; n <= 20; n++) {
    journal.append(entriesAfter(n - 1, [messageDelivered(`m${n}`)], jakeId))
    expect(readMark(file)).toMatchObject({ last: n, isOpen: true })
  }
  expect(statSync(mark()).size).toBe(96)
  journal.close()
  expect(readMark(file)).toMatchObject({ last: 20, isOpen: false })
})

function writeMark(last: number, state: "open" | "shut", boot: string): void {
  const text = `kibitz mark 1 ${last} ${state} ${boot}`
  writeFileSync(mark(), `${text} ${crc32(text).toString(16).padStart(8, "0")}\n`)
}
