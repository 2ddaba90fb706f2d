// Flips single bits of a journal's file and reads all of it: the screen must get what was written, or hear of the damage.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { AgentId, type Instant, jakeId, type Recorded } from "@kibitz/contract"
import { atOnce, type Journal, StorageFailure } from "@kibitz/ports"
import { entry, messageDelivered, turnReplied } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { sqliteJournal } from "./journal.ts"
import { isSound, restoreJournal } from "./restore.ts"
import { migrationsDir, newFolder } from "./testing/on-disk.ts"

const PAGE = 4096
const rosa = AgentId.parse("rosa")
/** More than the whole transcript needs. A damaged index could lead in a circle. */
const ROUNDS = 100
/** Some hundred openings. */
const SLOW = 120_000

let dir: string
let file: string
beforeEach(() => {
  dir = newFolder()
  file = join(dir, "kibitz.db")
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const open = (path = file) => sqliteJournal({ file: path, migrationsDir })

/** Two transcripts, and entries that are in none; long enough for an index of several pages. */
function write(): void {
  const journal = open()
  const transcript = (n: number) => (n % 7 === 0 ? null : n % 3 === 0 ? rosa : jakeId)
  journal.append(
    Array.from({ length: 600 }, (_, n) =>
      entry(n + 1, messageDelivered(`message ${n} ${"word ".repeat((n * 53) % 20)}`), transcript(n)),
    ),
  )
  journal.close()
}

/** Every way to read a transcript, to its other end. */
const readings: Readonly<Record<string, (journal: Journal, agentId: AgentId) => Recorded[]>> = {
  backwards(journal, agentId) {
    const all: Recorded[] = []
    let before: number | null = null
    for (let round = 0; round < ROUNDS; round++) {
      const { events, older } = journal.page(agentId, before, 2_000)
      all.unshift(...events)
      if (older === null) break
      before = older
    }
    return all
  },
  forwards(journal, agentId) {
    const all: Recorded[] = []
    let after = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { events, newer } = journal.pageAfter(agentId, after, 2_000)
      all.push(...events)
      if (newer === null) break
      after = newer
    }
    return all
  },
  "all at once": (journal, agentId) => journal.page(agentId, null, 10_000_000).events,
}

function everyReading(journal: Journal): string[] {
  return Object.entries(readings).flatMap(([name, read]) =>
    [jakeId, rosa].map((agentId) => `${name} ${agentId}: ${attempt(() => JSON.stringify(read(journal, agentId)))}`),
  )
}

/** "damage" for a failure that says so. Any other failure is a bug. */
function attempt(work: () => string): string {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof StorageFailure && (cause.kind === "corrupt" || cause.kind === "not-a-journal")) return "damage"
    throw cause
  }
}

/** Opens a copy with that bit flipped; null when it cannot even be opened, which says it too. */
function withFlip<T>(whole: Buffer, bit: number, use: (journal: Journal) => T): T | null {
  const bytes = Buffer.from(whole)
  const place = bit >> 3
  bytes[place] = (bytes[place] as number) ^ (1 << (bit & 7))
  const copy = join(dir, "flipped.db")
  rmSync(`${copy}-wal`, { force: true })
  rmSync(`${copy}.mark`, { force: true })
  writeFileSync(copy, bytes, { mode: 0o600 })
  let journal: Journal
  try {
    journal = open(copy)
  } catch (cause) {
    expect(cause).toBeInstanceOf(StorageFailure)
    return null
  }
  try {
    return use(journal)
  } finally {
    attempt(() => {
      journal.close()
      return ""
    })
  }
}

/** The head and the table of cells of a page bit by bit, then every few bytes another bit. */
function bitsOf(page: number): number[] {
  const start = (page - 1) * PAGE
  const head = Array.from({ length: 60 }, (_, n) => start + n)
  const rest = Array.from({ length: Math.floor((PAGE - 60) / 29) }, (_, n) => start + 60 + n * 29)
  return [...head, ...rest].map((place, n) => place * 8 + (n % 8))
}

function pagesOf(name: string): number[] {
  const db = new Database(file, { readonly: true })
  const root = db.prepare("select rootpage from sqlite_schema where name = ?").pluck().get(name) as number
  db.close()
  const bytes = readFileSync(file)
  const [INTERIOR, LEAF] = [2, 10]
  const start = (root - 1) * PAGE
  if (bytes[start] === LEAF) return [root]
  expect(bytes[start]).toBe(INTERIOR)
  const cells = bytes.readUInt16BE(start + 3)
  const children = Array.from({ length: cells }, (_, n) => bytes.readUInt32BE(start + bytes.readUInt16BE(start + 12 + 2 * n)))
  return [root, ...children, bytes.readUInt32BE(start + 8)]
}

test(
  "F14 a flipped bit in the index of transcripts: every transcript is as written, or the damage is named",
  () => {
    write()
    const whole = readFileSync(file)
    const journal = open()
    const truth = everyReading(journal)
    journal.close()
    const pages = pagesOf("events_by_transcript")
    expect(pages.length).toBeGreaterThan(2)
    const wrong: string[] = []
    let named = 0
    for (const bit of pages.slice(0, 3).flatMap(bitsOf)) {
      const seen = withFlip(whole, bit, everyReading)
      seen?.forEach((reading, n) => {
        if (reading === truth[n]) return
        if (reading.endsWith(": damage")) named++
        else wrong.push(`bit ${bit % (PAGE * 8)} of page ${Math.floor(bit / 8 / PAGE) + 1}: ${reading.slice(0, 60)}`)
      })
    }
    expect(wrong).toEqual([])
    expect(named).toBeGreaterThan(50)
  },
  SLOW,
)

test(
  "F14 a wrong entry in the index of transcripts is found by the full check, most of them by the check at a start, and a restore brings every entry back",
  async () => {
    write()
    const whole = readFileSync(file)
    const journal = open()
    const [truth, all] = [everyReading(journal), [...journal.since(0)]]
    journal.close()
    const [, leaf = 0] = pagesOf("events_by_transcript")
    const missed: number[] = []
    let wrong = 0
    let foundAtStart = 0
    // The end of a leaf holds its first cells: transcript, number and size of three entries.
    const end = leaf * PAGE * 8
    for (let bit = end - 48 * 8; bit < end; bit += 5) {
      const outcome = withFlip(whole, bit, (flipped) => {
        const isWrong = JSON.stringify(everyReading(flipped)) !== JSON.stringify(truth)
        return { isWrong, atStart: attempt(() => `${flipped.check()}`), full: atOnce(flipped.verifyEvents()) }
      })
      if (!outcome?.isWrong) continue
      wrong++
      if (outcome.atStart === "damage") foundAtStart++
      if (outcome.full === "") missed.push(bit - end)
      if (wrong % 12 !== 1) continue
      const copy = join(dir, "flipped.db")
      expect(isSound({ file: copy, migrationsDir })).toBe(false)
      const found = await restoreJournal({ file: copy, migrationsDir })
      expect(found).toMatchObject({ entries: all.length, of: all.length })
      found?.commit()
      const restored = open(copy)
      expect([everyReading(restored), [...restored.since(0)]]).toEqual([truth, all])
      restored.close()
    }
    expect(missed).toEqual([])
    expect(wrong).toBeGreaterThan(30)
    expect(foundAtStart).toBeGreaterThan(wrong / 2)
  },
  SLOW,
)

test("F14 the checks say nothing of a journal that is whole, also while it grows", () => {
  write()
  const journal = open()
  journal.check()
  const checking = journal.verifyEvents()
  expect(checking.next()).toEqual({ done: false, value: undefined })
  journal.append([entry(601, messageDelivered("meanwhile"), jakeId), entry(602, messageDelivered("and this"), rosa)])
  expect(atOnce(checking)).toBe("")
  journal.check()
  journal.close()
})

test("F14 an entry that is missing, doubled or not what was written is named by the full check", () => {
  const said = (sql: string) => {
    write()
    const db = new Database(file)
    db.exec(`drop trigger events_are_not_changed; drop trigger events_are_not_deleted; ${sql}`)
    db.close()
    const journal = open()
    const problem = atOnce(journal.verifyEvents())
    journal.close()
    for (const name of readdirSync(dir)) rmSync(join(dir, name))
    return problem
  }
  expect(said("delete from events where seq = 7")).toBe("entry 7 of the journal is missing")
  expect(said("update events set payload = payload || ' ' where seq = 9")).toBe("entry 9 of the journal is not what was written")
  expect(said("update events set seq = 601 where seq = 600")).toBe("entry 600 of the journal is missing")
})

test("F14 a text that became a blob is not the entry that was written", () => {
  write()
  for (const column of ["at", "type", "transcript_of", "payload"]) {
    const db = new Database(file)
    db.exec("drop trigger if exists events_are_not_changed")
    db.exec(`update events set ${column} = cast(${column} as blob) where seq = 9`)
    db.close()
    const journal = open()
    expect(
      attempt(() => `${[...journal.since(8)].length} entries`),
      column,
    ).toBe("damage")
    journal.close()
    const back = new Database(file)
    back.exec(`update events set ${column} = cast(${column} as text) where seq = 9`)
    back.close()
  }
})

test.each(["at", "type", "transcript_of", "previous", "bytes", "payload"])(
  "F14 the checksum of an entry covers its column %s",
  (column) => {
    write()
    const db = new Database(file)
    const change = column === "bytes" || column === "previous" ? `${column} + 1` : `${column} || 'x'`
    db.exec(`drop trigger events_are_not_changed; update events set ${column} = ${change} where seq = 9`)
    db.close()
    const journal = open()
    expect(attempt(() => `${[...journal.since(8)].length} entries`)).toBe("damage")
    journal.close()
  },
)

test("F14 a reply whose price changed on the disk is named, not summed up", () => {
  const journal = open()
  journal.append([entry(1, turnReplied("words", { costUsd: 0.25 }), jakeId)])
  journal.close()
  const db = new Database(file)
  db.exec("drop trigger events_are_not_changed; update events set payload = replace(payload, '0.25', '0.35')")
  db.close()
  const again = open()
  expect(attempt(() => `${again.cost("2000-01-01T00:00:00.000Z" as Instant).hours.length} hours`)).toBe("damage")
  again.close()
})
