import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { AgentId, CallId } from "@kibitz/contract"
import { atOnce } from "@kibitz/ports"
import { entry, messageDelivered, untilFact } from "@kibitz/testkit"
import Database from "better-sqlite3"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { sqliteJournal } from "./journal.ts"
import { openDatabase } from "./open.ts"
import { appendAudited, audited } from "./testing/audit.ts"
import { endJournalProcesses, failureOf, migrationsDir, newFolder, startJournalProcess } from "./testing/on-disk.ts"

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

/** As bytes: the database file, with the log already moved into it. */
function written(count: number): Buffer {
  const journal = open()
  appendAudited(journal, count)
  journal.close()
  return readFileSync(file)
}

function changeBehindItsBack(sql: string, ...bound: unknown[]): void {
  const db = new Database(file)
  for (const name of db.prepare("select name from sqlite_schema where type = 'trigger'").pluck().all()) {
    db.exec(`drop trigger ${String(name)}`)
  }
  db.prepare(sql).run(...bound)
  db.close()
}

function verdict(): { ok: boolean; problem: string } {
  const journal = open()
  const { ok, problem } = atOnce(journal.verifyAudit())
  journal.close()
  return { ok, problem }
}

describe("tampering with the log on disk (T29, K14)", () => {
  test("no statement can change or delete an entry, replace one, or take its end away", () => {
    written(3)
    const db = openDatabase({ file, migrationsDir })
    for (const statement of [
      "update audit set body = '{}' where entry = 2",
      "delete from audit",
      "insert or replace into audit select entry, seq, at, kind, agent_id, call_id, event, '{}', mac from audit where entry = 2",
      "update audit_head set count = count - 1",
      "update audit_head set last = 'x'",
      "delete from audit_head",
      "insert or replace into audit_head values (1, 2, 'x', 'y')",
    ]) {
      expect(() => db.exec(statement), statement).toThrow("append-only")
    }
    db.close()
    expect(verdict()).toEqual({ ok: true, problem: "" })
  })

  test("whichever byte of whichever column of whichever entry is flipped, that entry is named", () => {
    const whole = written(6)
    const columns = ["seq", "at", "kind", "agent_id", "call_id", "event", "body", "mac"] as const
    const flip = fc.record({
      number: fc.integer({ min: 1, max: 6 }),
      column: fc.constantFrom(...columns),
      byte: fc.nat(5000),
      bit: fc.integer({ min: 0, max: 7 }),
    })
    fc.assert(
      fc.property(flip, ({ number, column, byte, bit }) => {
        writeFileSync(file, whole)
        const db = new Database(file)
        const value = db.prepare(`select ${column} from audit where entry = ?`).pluck().get(number) as string | number
        db.close()
        const change = `update audit set ${column} = cast(? as text) where entry = ?`
        if (typeof value === "number")
          changeBehindItsBack(`update audit set ${column} = ? where entry = ?`, value ^ (1 << bit), number)
        else {
          const bytes = Buffer.from(value)
          bytes[byte % bytes.length] = (bytes[byte % bytes.length] as number) ^ (1 << bit)
          changeBehindItsBack(change, bytes, number)
        }
        expect(verdict()).toEqual({ ok: false, problem: expect.stringMatching(new RegExp(`^entry ${number}\\b`)) })
      }),
      { numRuns: 80 },
    )
  })

  test("a byte of the file flipped anywhere: the log holds as it was written, or the damage is named, never an exception", () => {
    const whole = written(12)
    const truth = open()
    const entries = truth.audit({}, null, 50)
    truth.close()
    const outcomes = { held: 0, found: 0, refused: 0 }
    for (let n = 0; n < 200; n++) {
      const bytes = Buffer.from(whole)
      const place = 100 + ((n * 7919 * 13) % (whole.length - 100))
      bytes[place] = (bytes[place] as number) ^ (1 << (n % 8))
      rmSync(`${file}-wal`, { force: true })
      writeFileSync(file, bytes)
      const { kind } = failureOf(() => {
        const journal = open()
        const { ok, problem } = atOnce(journal.verifyAudit())
        if (ok) expect(journal.audit({}, null, 50)).toEqual(entries)
        else expect(problem).toMatch(/\w/)
        outcomes[ok ? "held" : "found"]++
        failureOf(() => journal.close())
      })
      if (kind !== "none") outcomes.refused++
    }
    expect(outcomes.found).toBeGreaterThan(20)
    expect(outcomes.held).toBeGreaterThan(20)
  })

  test("entries that somebody adds, at the end or before the beginning, are not ours", () => {
    written(3)
    const forged = "insert into audit select ?, seq, at, kind, agent_id, call_id, event, body, mac from audit where entry = 3"
    const whole = readFileSync(file)
    changeBehindItsBack(forged, 4)
    expect(verdict().problem).toMatch(/^entry 4 of .*: it was put there by somebody else$/)
    writeFileSync(file, whole)
    changeBehindItsBack(forged, 0)
    expect(verdict().problem).toMatch(/^entry 0 of .*: it was put there by somebody else$/)
  })

  test("a gap of several entries, a log without its end record, and one that was emptied with it", () => {
    const whole = written(9)
    changeBehindItsBack("delete from audit where entry in (4, 5, 6)")
    expect(verdict().problem).toBe("entries 4 to 6 are missing")
    writeFileSync(file, whole)
    changeBehindItsBack("delete from audit_head")
    expect(verdict().problem).toBe("the record of where the log ends is missing")
    changeBehindItsBack("delete from audit")
    expect(verdict().problem).toBe("the record of where the log ends is missing")
  })

  test("an index that has lost an entry does not hide it", () => {
    written(5)
    const db = new Database(file)
    db.unsafeMode(true)
    db.pragma("writable_schema = on")
    db.exec("update sqlite_schema set sql = replace(sql, '(`call_id`)', '(`call_id` desc)') where name = 'audit_by_call'")
    db.close()
    expect(verdict()).toEqual({ ok: false, problem: expect.stringContaining("index") })
  })
})

test("a log that cannot be continued says why, as exactly as a check does (AXS-4)", () => {
  written(5)
  changeBehindItsBack("delete from audit where entry > 3")
  const journal = open()
  const refused = failureOf(() => journal.append([audited(6)]))
  expect([refused.kind, refused.message]).toEqual(["corrupt", expect.stringContaining("the last 2 entries were cut off")])
  expect(journal.last()).toBe(5)
  journal.close()
})

describe("the key (T20, T29)", () => {
  test("a lost key is reported and never made again in silence", () => {
    written(2)
    rmSync(join(dir, "audit.key"))
    expect(verdict()).toEqual({ ok: false, problem: expect.stringContaining("audit.key is missing") })
    expect(() => readFileSync(join(dir, "audit.key"))).toThrow("ENOENT")
  })

  test("a key that is a link or that others can read is refused, and the journal with it", () => {
    written(1)
    const key = join(dir, "audit.key")
    const bytes = readFileSync(key)
    rmSync(key)
    writeFileSync(join(dir, "elsewhere"), bytes, { mode: 0o600 })
    symlinkSync("elsewhere", key)
    expect(failureOf(() => open())).toMatchObject({ kind: "unreachable", message: expect.stringContaining("is a link") })
    rmSync(key)
    writeFileSync(key, bytes, { mode: 0o640 })
    expect(failureOf(() => open()).message).toContain("mode 640")
  })

  test("it can be handed in as bytes", () => {
    const auditKey = new Uint8Array(32).fill(9)
    const journal = sqliteJournal({ file, migrationsDir, auditKey })
    appendAudited(journal, 2)
    expect(atOnce(journal.verifyAudit())).toEqual({ ok: true, entries: 2, problem: "" })
    journal.close()
    expect(() => readFileSync(join(dir, "audit.key"))).toThrow("ENOENT")
    const other = sqliteJournal({ file, migrationsDir, auditKey: new Uint8Array(32) })
    expect(atOnce(other.verifyAudit()).problem).toContain("the key is another one")
    other.close()
  })
})

test("kill -9 at any moment: the log holds and tells of exactly the audited events that are there (F11, I6)", async () => {
  for (let round = 1; round <= 2; round++) {
    const writer = startJournalProcess("audit", file)
    await untilFact("it has appended", () => writer.lines().length >= round * 13, { limitMs: 60_000 })
    await writer.kill()
    const journal = open()
    expect(atOnce(journal.verifyAudit())).toEqual({ ok: true, entries: journal.last(), problem: "" })
    journal.close()
  }
}, 60_000)

test("the entries of a call are found through an index, others by walking back from the end", () => {
  written(1)
  const db = new Database(file)
  const plan = (where: string) =>
    (
      db.prepare(`explain query plan select body from audit where ${where} and entry < 9 order by entry desc`).all() as {
        detail: string
      }[]
    )
      .map((row) => row.detail)
      .join()
  expect([plan("agent_id = 'jake'"), plan("call_id = 'c'"), plan("kind = 'grant'"), plan("at >= '2026'")]).toEqual([
    "SEARCH audit USING INTEGER PRIMARY KEY (rowid<?)",
    "SEARCH audit USING INDEX audit_by_call (call_id=? AND rowid<?)",
    "SEARCH audit USING INTEGER PRIMARY KEY (rowid<?)",
    "SEARCH audit USING INTEGER PRIMARY KEY (rowid<?)",
  ])
  db.close()
})

test("a hundred thousand entries are checked without keeping them", () => {
  const journal = open()
  for (let n = 0; n < 100; n++) appendAudited(journal, 1000)
  global.gc?.()
  const before = process.memoryUsage().heapUsed
  expect(atOnce(journal.verifyAudit())).toEqual({ ok: true, entries: 100_000, problem: "" })
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000)
  journal.close()
}, 60_000)

test("events that are not audited leave the log alone", () => {
  const journal = open()
  journal.append([entry(1, messageDelivered("hello"))])
  journal.append([
    audited(2, { agentId: AgentId.parse("rosa"), callId: CallId.parse("call_2") }),
    entry(3, messageDelivered("more")),
  ])
  expect(journal.audit({}, null, 9).entries.map((each) => [each.entry, each.seq])).toEqual([[1, 2]])
  journal.close()
})
