import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jakeId, type Recorded } from "@kibitz/contract"
import { entriesAfter, messageDelivered } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { sqliteJournal } from "./journal.ts"
import { appendAndDie, endJournalProcesses, failureOf, laterMigrations, migrationsDir, newFolder } from "./testing/on-disk.ts"

const WAL_HEADER = 32
const WAL_FRAME = 24 + 4096

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

const open = (path = file) => sqliteJournal({ file: path, migrationsDir })

function writeJournal(path: string): Recorded[] {
  const journal = open(path)
  const events = Array.from({ length: 60 }, (_, n) => messageDelivered(`message ${n} ${"word ".repeat((n * 53) % 300)}`))
  journal.append(entriesAfter(0, events, jakeId))
  journal.saveWorld({ seq: 60, shape: 1, json: JSON.stringify({ text: "world".repeat(500) }) })
  const all = [...journal.since(0)]
  journal.close()
  return all
}

describe("a file that is no journal is left alone and named (F15)", () => {
  test("garbage, an empty file, a text file, a database of another program", () => {
    const garbage = Buffer.alloc(20_000, "\u0007garbage")
    for (const content of [garbage, Buffer.alloc(0), Buffer.from("hello"), Buffer.from("SQLite format 3\0 but no more")]) {
      writeFileSync(file, content)
      const { kind, message } = failureOf(() => open())
      expect(kind).toBe("not-a-journal")
      expect(message).toContain(file)
      expect(message).toMatch(/left as it is\. .*(backup|move)/i)
      expect(readFileSync(file)).toEqual(content)
    }
    rmSync(file)
    const other = new Database(file)
    other.exec("create table notes (text); insert into notes values ('precious')")
    other.close()
    expect(failureOf(() => open())).toMatchObject({ kind: "not-a-journal", message: expect.stringContaining("another program") })
    const again = new Database(file)
    expect(again.prepare("select text from notes").pluck().get()).toBe("precious")
    expect(again.pragma("journal_mode", { simple: true })).toBe("delete")
    again.close()
  })

  test("a journal of a later version is refused, not read and not changed (F36)", () => {
    sqliteJournal({ file, migrationsDir: laterMigrations(join(dir, "later")) }).close()
    const before = readFileSync(file)
    const { kind, message } = failureOf(() => open())
    expect([kind, message]).toEqual(["newer", expect.stringContaining("Install the newer version")])
    expect(readFileSync(file)).toEqual(before)
  })

  test("a log without its journal is not thrown away (F16)", () => {
    writeFileSync(`${file}-wal`, "somebody's last words")
    expect(failureOf(() => open())).toMatchObject({ kind: "not-a-journal", message: expect.stringContaining("kibitz.db-wal") })
    expect(readFileSync(`${file}-wal`, "utf8")).toBe("somebody's last words")
  })
})

describe("a damaged journal says so and never shows what nobody said (F14)", () => {
  test("a flipped byte anywhere: everything is as written, or the damage is reported", () => {
    const truth = writeJournal(file)
    const whole = readFileSync(file)
    const damaged = join(dir, "damaged.db")
    const outcomes = { intact: 0, reported: 0, "not-a-journal": 0 }
    // Every place of the header, then steps that are prime to everything else in the file.
    const offsets = [
      ...Array.from({ length: 100 }, (_, n) => n),
      ...Array.from({ length: 150 }, (_, n) => (n * 7919 * 13) % whole.length),
    ]
    for (const offset of offsets) {
      const bytes = Buffer.from(whole)
      bytes[offset] = (bytes[offset] as number) ^ (1 << (offset % 8))
      rmSync(`${damaged}-wal`, { force: true })
      writeFileSync(damaged, bytes, { mode: 0o600 })
      let journal: ReturnType<typeof open> | undefined
      const { kind, message } = failureOf(() => {
        journal = open(damaged)
        const read = [...journal.since(0)]
        expect(read).toEqual(truth.slice(0, read.length))
        expect(read.length).toBe(truth.length)
      })
      if (journal !== undefined) {
        const opened = journal
        failureOf(() => {
          expect(opened.page(jakeId, null, 1_000_000).events).toEqual(truth)
          const world = opened.savedWorld()
          if (world !== null) expect(world.json).toBe(JSON.stringify({ text: "world".repeat(500) }))
        })
        failureOf(() => opened.close())
      }
      if (kind === "none") outcomes.intact++
      else {
        expect(["corrupt", "not-a-journal", "newer", "unreachable"]).toContain(kind)
        expect(message).toContain("damaged.db")
        outcomes.reported++
      }
    }
    expect(outcomes.reported).toBeGreaterThan(50)
    expect(outcomes.intact).toBeGreaterThan(50)
  })

  test("a row that is not what was written is named by its number", () => {
    writeJournal(file)
    const db = new Database(file)
    db.exec("drop trigger events_are_not_changed; update events set payload = replace(payload, 'message 41', 'message 14')")
    db.close()
    const journal = open()
    expect(failureOf(() => [...journal.since(0)]).message).toContain("entry 42 is not what was written")
    expect([...journal.since(42)]).toHaveLength(18)
    journal.close()
  })

  test("a missing row is named by its number", () => {
    writeJournal(file)
    const db = new Database(file)
    db.exec("drop trigger events_are_not_deleted; delete from events where seq = 7")
    db.close()
    const journal = open()
    expect(failureOf(() => [...journal.since(0)]).message).toContain("entry 7 is missing")
    journal.close()
  })

  test("a file cut short", () => {
    writeJournal(file)
    truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096)
    const { kind, message } = failureOf(() => {
      const journal = open()
      try {
        return [...journal.since(0)]
      } finally {
        failureOf(() => journal.close())
      }
    })
    expect([kind, message]).toEqual(["corrupt", expect.stringContaining("backup")])
  })
})

test("whatever a power cut leaves of the log, what is found is a beginning of what was written, in whole appends (K8, F11)", async () => {
  const acknowledged = await appendAndDie(file, 60_000)
  const log = readFileSync(`${file}-wal`)
  const frames = Math.floor((log.length - WAL_HEADER) / WAL_FRAME)
  expect(frames).toBeGreaterThan(24)
  const ends = new Set([0])
  for (let round = 0, end = 0; round < 10_000; round++) {
    end += 1 + (round % 4)
    ends.add(end)
  }

  const lengths = [0, 10, WAL_HEADER, ...Array.from({ length: frames }, (_, n) => WAL_HEADER + (n + 1) * WAL_FRAME)]
  lengths.push(...lengths.slice(-20).map((length) => length - 1500), log.length)
  const found: [length: number, last: number][] = []
  for (const length of lengths.sort((a, b) => a - b)) {
    const copy = join(dir, `cut-${found.length}.db`)
    copyFileSync(file, copy)
    writeFileSync(`${copy}-wal`, log.subarray(0, Math.max(0, length)), { mode: 0o600 })
    const journal = open(copy)
    expect([...journal.since(0)].map(({ seq }) => seq)).toEqual(Array.from({ length: journal.last() }, (_, n) => n + 1))
    expect(ends.has(journal.last())).toBe(true)
    found.push([length, journal.last()])
    journal.close()
  }
  const lasts = found.map(([, last]) => last)
  expect([...lasts].sort((a, b) => a - b)).toEqual(lasts)
  expect(lasts.at(-1)).toBe(acknowledged)
}, 60_000)
