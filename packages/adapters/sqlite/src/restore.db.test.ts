import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jakeId, type Recorded } from "@kibitz/contract"
import { atOnce, type Journal } from "@kibitz/ports"
import { entriesAfter, messageDelivered } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { sqliteJournal } from "./journal.ts"
import { backUp } from "./migrate.ts"
import { openDatabase } from "./open.ts"
import { isSound, restoreJournal } from "./restore.ts"
import { appendAudited } from "./testing/audit.ts"
import { failureOf, migrationsDir, newFolder } from "./testing/on-disk.ts"

let dir: string
let file: string
beforeEach(() => {
  dir = newFolder()
  file = join(dir, "kibitz.db")
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const open = () => sqliteJournal({ file, migrationsDir })
const restore = () => restoreJournal({ file, migrationsDir })

function grow(journal: Journal, count: number): void {
  for (let n = 0; n < count; n++) {
    if (n % 4 === 0) appendAudited(journal, 1)
    else
      journal.append(
        entriesAfter(journal.last(), [messageDelivered(`message ${journal.last() + 1} ${"word ".repeat(150)}`)], jakeId),
      )
  }
}

/** Everything that was ever written there. */
function written(count: number): Recorded[] {
  const journal = open()
  grow(journal, count)
  const all = [...journal.since(0)]
  journal.close()
  return all
}

function backedUp(): void {
  const db = openDatabase({ file, migrationsDir })
  backUp(db, file)
  db.close()
}

/** Destroys the page that holds the end of this entry. */
function destroy(seq: number): void {
  const bytes = readFileSync(file)
  const at = bytes.indexOf(`message ${seq} `)
  expect(at).toBeGreaterThan(0)
  const page = Math.floor(at / 4096) * 4096
  writeFileSync(file, bytes.fill(0xff, page, page + 4096))
}

const read = () => {
  const journal = open()
  try {
    return { all: [...journal.since(0)], audit: atOnce(journal.verifyAudit()) }
  } finally {
    journal.close()
  }
}

test("F14 without a backup: everything before the damage is there again, in order and sealed, and how much is missing is said", async () => {
  const truth = written(200)
  destroy(150)
  const before = readFileSync(file)
  expect(failureOf(read).kind).toBe("corrupt")
  const found = await restore()
  expect(found).toMatchObject({ of: 200, backup: null, keptAs: expect.stringMatching(/^kibitz\.db\.damaged-\d{8}-\d{6}$/) })
  const entries = found?.entries ?? 0
  expect(entries).toBeGreaterThan(120)
  expect(entries).toBeLessThan(150)
  expect(found?.until).toBe(truth[entries - 1]?.at)
  // Until then nothing has changed.
  expect(readFileSync(file)).toEqual(before)
  found?.commit()
  const { all, audit } = read()
  expect(all).toEqual(truth.slice(0, entries))
  expect(audit).toMatchObject({ ok: true, problem: "" })
  expect(readFileSync(join(dir, found?.keptAs ?? ""))).toEqual(before)
  expect(readdirSync(dir).sort()).toEqual(["audit.key", "kibitz.db", found?.keptAs, "kibitz.db.mark"])
  expect(statSync(file).mode & 0o077).toBe(0)
  // And it can be gone on with.
  const journal = open()
  grow(journal, 8)
  expect(atOnce(journal.verifyAudit()).ok).toBe(true)
  journal.close()
})

test("F14 whether a journal is sound is told by reading all of it, and none is begun by asking", () => {
  const sound = () => isSound({ file, migrationsDir })
  expect(failureOf(sound).kind).toBe("unreachable")
  expect(readdirSync(dir)).toEqual([])
  written(60)
  expect(sound()).toBe(true)
  destroy(30)
  expect(sound()).toBe(false)
  writeFileSync(file, "garbage")
  expect(sound()).toBe(false)
})

test("F14 with a backup: what the damage took before it is in the backup, what came after it is taken from the damaged one, and nothing is missing", async () => {
  written(100)
  backedUp()
  const truth = written(60)
  destroy(50)
  const found = await restore()
  expect(found).toMatchObject({ entries: 160, of: 160, backup: expect.stringMatching(/^kibitz\.db\.backup-v\d+$/) })
  found?.commit()
  expect(read()).toMatchObject({ all: truth, audit: { ok: true } })
})

test("F14, F15: a journal that is garbage, or cut off at its very beginning, leaves the backup alone; without one nothing is promised and nothing touched", async () => {
  const truth = written(40)
  backedUp()
  written(10)
  writeFileSync(file, Buffer.alloc(50_000, "garbage"))
  const found = await restore()
  expect(found).toMatchObject({ entries: 40, of: 50 })
  found?.discard()
  expect(readFileSync(file).includes("garbage")).toBe(true)
  rmSync(`${file}.backup-v${backupVersion()}`)
  expect(await restore()).toBeNull()
  truncateSync(file, 0)
  expect(await restore()).toBeNull()
  expect(readdirSync(dir).sort()).toEqual(["audit.key", "kibitz.db", "kibitz.db.mark"])
  expect(truth).toHaveLength(40)
})

test("T29 what was tampered with is not restored as if it were sound, and a backup that is damaged itself is not used", async () => {
  written(60)
  backedUp()
  const backup = readdirSync(dir).find((name) => name.includes(".backup-")) ?? ""
  writeFileSync(join(dir, backup), readFileSync(join(dir, backup)).fill(0xff, 4096 * 4, 4096 * 9))
  const db = new Database(file)
  db.exec("drop trigger audit_is_not_changed; update audit set body = replace(body, 'README.md', 'SECRET.md') where entry = 9")
  db.close()
  const found = await restore()
  expect(found?.backup).toBeNull()
  // The ninth sealed entry is the 33rd of the journal.
  expect(found?.entries).toBe(32)
  found?.discard()
})

test("what is only in the log counts too, and the log is set aside with its journal", async () => {
  written(30)
  const journal = open()
  grow(journal, 20)
  const [db, log] = [readFileSync(file), readFileSync(`${file}-wal`)]
  journal.close()
  writeFileSync(file, db)
  writeFileSync(`${file}-wal`, log, { mode: 0o600 })
  const found = await restore()
  expect(found).toMatchObject({ entries: 50, of: 50 })
  found?.commit()
  expect(readFileSync(join(dir, `${found?.keptAs}-wal`))).toEqual(log)
  expect(existsSync(`${file}-wal`)).toBe(false)
  expect(read().all).toHaveLength(50)
})

test("without its key nothing could be shown to be what was written: nothing is restored", async () => {
  written(10)
  rmSync(join(dir, "audit.key"))
  expect(await restore()).toBeNull()
  expect(readdirSync(dir).sort()).toEqual(["kibitz.db", "kibitz.db.mark"])
})

function backupVersion(): string {
  return /backup-v(\d+)/.exec(readdirSync(dir).join(" "))?.[1] ?? ""
}
