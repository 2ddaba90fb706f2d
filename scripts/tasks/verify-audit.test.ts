import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { type CallId, defaultPosture, jakeId } from "@kibitz/contract"
import type { Journal } from "@kibitz/ports"
import { callAllowed, entry, instantOf } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"

const migrationsDir = join(import.meta.dirname, "../../resources/migrations")
const program = join(import.meta.dirname, "run.ts")
/** Each of these starts a process. */
const SLOW = 60_000

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "kibitz-verify-"))
  file = join(dir, "kibitz.db")
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const open = () => sqliteJournal({ file, migrationsDir })

function appendAudited(journal: Journal, count: number): void {
  const first = journal.last() + 1
  journal.append(
    Array.from({ length: count }, (_, n) => {
      const seq = first + n
      const callId = `call_${seq}` as CallId
      const said = { rule: "reads", because: "reading is allowed", facts: { capability: "read_file" } }
      const about = { seq, at: instantOf(seq), kind: "decision", agentId: jakeId, callId, posture: defaultPosture } as const
      return { ...entry(seq, callAllowed({ callId }), jakeId), audit: { ...about, ...said } }
    }),
  )
}

function write(entries: number): void {
  const journal = open()
  appendAudited(journal, entries)
  journal.close()
}

function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, INIT_CWD: dir, KIBITZ_DATA_DIR: dir, NODE_NO_WARNINGS: "1" }
  return new Promise((resolve) => {
    const limits = { env, timeout: SLOW, maxBuffer: 10_000_000 }
    execFile(process.execPath, [program, "verify-audit", ...args], limits, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

test(
  "a log that holds: the number of entries, OK, exit code 0, and nothing was changed",
  async () => {
    write(5)
    const before = readFileSync(file)
    expect(await run()).toEqual({ code: 0, out: `5 entries in ${file}: OK\n5 events in ${file}: OK\n`, err: "" })
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(dir).filter((name) => statSync(join(dir, name)).size > 0)).toEqual([
      "audit.key",
      "kibitz.db",
      "kibitz.db.mark",
    ])
  },
  SLOW,
)

test(
  "one changed byte of a real database is found and named, exit code 1 (T29, K14)",
  async () => {
    write(5)
    const bytes = readFileSync(file)
    // Only the fourth entry's body has this text.
    const place = bytes.indexOf('"callId":"call_4","posture"')
    expect(place).toBeGreaterThan(0)
    bytes[place + 1] = (bytes[place + 1] as number) ^ 0x20
    writeFileSync(file, bytes)
    const { code, out } = await run("--data-dir", ".")
    expect([code, out]).toEqual([
      1,
      `5 entries in ${file}: NOT OK: entry 4 of 2026-01-01T00:00:04.000Z: its content was changed.\n5 events in ${file}: OK\n`,
    ])
  },
  SLOW,
)

test(
  "F14 a wrong entry in the index of transcripts is found, exit code 1, although the log holds",
  async () => {
    write(5)
    const db = new DatabaseSync(file, { readOnly: true })
    const { root } = db.prepare("select rootpage as root from sqlite_schema where name = 'events_by_transcript'").get() as {
      root: number
    }
    db.close()
    const bytes = readFileSync(file)
    // "jake" becomes "jakd": one entry of the five is no longer listed among what was said.
    const place = bytes.indexOf(jakeId, (root - 1) * 4096) + jakeId.length - 1
    expect(place).toBeLessThan(root * 4096)
    bytes[place] = (bytes[place] as number) ^ 1
    writeFileSync(file, bytes)
    const { code, out } = await run()
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/: OK\nThe events in .*: NOT OK: the index of the transcript of jake .*`kibitz restore`/),
    ])
  },
  SLOW,
)

test(
  "--export writes one entry per line, oldest first, with its mac; to a file that is the user's alone, or to standard output",
  async () => {
    write(1200)
    expect((await run("--export", "audit.jsonl")).code).toBe(0)
    const text = readFileSync(join(dir, "audit.jsonl"), "utf8")
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { entry: number; mac: string; rule: string })
    expect(lines.map((line) => line.entry)).toEqual(Array.from({ length: 1200 }, (_, n) => n + 1))
    expect(lines.every((line) => /^[0-9a-f]{64}$/.test(line.mac) && line.rule === "reads")).toBe(true)
    expect((statSync(join(dir, "audit.jsonl")).mode & 0o777).toString(8)).toBe("600")
    expect(await run("--export=-")).toEqual({
      code: 0,
      out: text,
      err: `1200 entries in ${file}: OK\n1200 events in ${file}: OK\n`,
    })
  },
  SLOW,
)

test(
  "a journal that is open says so and what to do; a missing key, a missing journal and a wrong word too",
  async () => {
    const journal = open()
    appendAudited(journal, 1)
    expect(await run()).toMatchObject({ code: 1, out: expect.stringMatching(/^Kibitz is running .*\/doctor/) })
    journal.append([])
    journal.close()
    rmSync(join(dir, "audit.key"))
    expect(await run()).toMatchObject({ code: 1, out: expect.stringContaining("audit.key is missing") })
    expect(readdirSync(dir)).not.toContain("audit.key")
    expect(await run("--data-dir", "nowhere")).toMatchObject({ code: 1, out: expect.stringContaining("There is no journal") })
    expect((await run("--nonsense")).code).toBe(1)
  },
  SLOW,
)
