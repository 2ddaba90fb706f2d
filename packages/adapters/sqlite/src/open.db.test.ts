import { chownSync, linkSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { jakeId } from "@kibitz/contract"
import { agentFounded, entriesAfter, entry, messageDelivered, recordingLog, untilFact } from "@kibitz/testkit"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { sqliteJournal } from "./journal.ts"
import { openDatabase } from "./open.ts"
import { readOnlyJournal } from "./read-only.ts"
import {
  endJournalProcesses,
  failureOf,
  migrationsDir,
  migrationsUpTo,
  newFolder,
  startJournalProcess,
} from "./testing/on-disk.ts"

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
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

describe("how the journal is opened", () => {
  test("every commit is flushed to the disk, and SQLite is new enough not to have the WAL-reset bug (F11)", () => {
    const db = openDatabase({ file, migrationsDir })
    const pragma = (name: string) => db.pragma(name, { simple: true })
    expect([pragma("journal_mode"), pragma("synchronous"), pragma("locking_mode")]).toEqual(["wal", 2, "exclusive"])
    if (process.platform === "darwin") expect([pragma("fullfsync"), pragma("checkpoint_fullfsync")]).toEqual([1, 1])
    const [major, minor, patch] = (db.prepare("select sqlite_version()").pluck().get() as string).split(".").map(Number)
    expect((major ?? 0) * 1_000_000 + (minor ?? 0) * 1000 + (patch ?? 0)).toBeGreaterThanOrEqual(3_051_003)
    db.close()
  })

  test("its files are the user's alone, whatever the umask, and a journal with wider rights loses them (T20)", () => {
    const journal = sqliteJournal({ file, migrationsDir })
    journal.append([entry(1, agentFounded())])
    const made = readdirSync(dir).sort()
    expect(made.map((name) => [name, modeOf(join(dir, name))])).toEqual([
      ["audit.key", "600"],
      ["kibitz.db", "600"],
      ["kibitz.db-wal", "600"],
      ["kibitz.db.mark", "600"],
    ])
    journal.close()
    expect(readdirSync(dir).sort()).toEqual(["audit.key", "kibitz.db", "kibitz.db.mark"])
  })

  test("a link or another user's file in its place is refused (T20)", () => {
    sqliteJournal({ file: join(dir, "real.db"), migrationsDir }).close()
    symlinkSync("real.db", file)
    expect(failureOf(() => sqliteJournal({ file, migrationsDir }))).toMatchObject({ kind: "unreachable" })
    rmSync(file)
    symlinkSync("nowhere.db", file)
    expect(failureOf(() => sqliteJournal({ file, migrationsDir }))).toMatchObject({ kind: "unreachable" })
    mkdirSync(join(dir, "folder"))
    symlinkSync("folder", join(dir, "linked"))
    expect(failureOf(() => sqliteJournal({ file: join(dir, "linked/kibitz.db"), migrationsDir })).message).toContain(
      "symbolic link",
    )
    expect(failureOf(() => sqliteJournal({ file: join(dir, "folder"), migrationsDir })).message).toContain("not a plain file")
    if (process.getuid?.() === 0) {
      chownSync(join(dir, "real.db"), 12345, 12345)
      expect(failureOf(() => sqliteJournal({ file: join(dir, "real.db"), migrationsDir })).message).toContain("another user")
    }
  })

  test("F17: a folder on another computer, or one that is copied elsewhere, is refused and holds no journal afterwards", () => {
    const over = (fileSystem: number) => failureOf(() => sqliteJournal({ file, migrationsDir, fileSystemOf: () => fileSystem }))
    for (const [fileSystem, name] of [
      [0x6969, "NFS"],
      [0xff534d42, "CIFS"],
      [0xfe534d42, "SMB"],
    ] as const) {
      const { kind, message } = over(fileSystem)
      expect([kind, message]).toEqual(["unreachable", expect.stringMatching(new RegExp(`over ${name}.* --data-dir`))])
    }
    for (const name of ["Dropbox", "OneDrive - Work", "Google Drive", "Mobile Documents", "Dropbox (Personal)"]) {
      const inside = join(dir, name, "kibitz", "kibitz.db")
      const { kind, message } = failureOf(() => sqliteJournal({ file: inside, migrationsDir }))
      expect([kind, message]).toEqual(["unreachable", expect.stringContaining(`"${name}" is copied elsewhere`)])
      expect(readdirSync(join(dir, name, "kibitz"))).toEqual([])
    }
    expect(readdirSync(dir).filter((name) => name.startsWith("kibitz"))).toEqual([])
    const ext4 = 0xef53
    sqliteJournal({ file, migrationsDir, fileSystemOf: () => ext4 }).close()
    mkdirSync(join(dir, "dropboxes"))
    sqliteJournal({ file: join(dir, "dropboxes", "kibitz.db"), migrationsDir }).close()
  })

  test("F17: a journal that is refused there can still be looked at", async () => {
    const journal = sqliteJournal({ file, migrationsDir })
    journal.append([entry(1, agentFounded())])
    journal.close()
    const there = { file, migrationsDir, fileSystemOf: () => 0x6969 }
    expect(failureOf(() => sqliteJournal(there))).toMatchObject({ kind: "unreachable" })
    const copy = await readOnlyJournal(there)
    expect([...copy.since(0)]).toHaveLength(1)
    copy.close()
  })

  test("missing migrations say that the installation is broken", () => {
    expect(failureOf(() => sqliteJournal({ file, migrationsDir: join(dir, "none") })).message).toContain("Install Kibitz again")
    expect(readdirSync(dir)).toEqual([])
  })

  test("F10 leftovers of a Kibitz killed while founding are swept at the next start, with or without a journal; a living one's are not", () => {
    const leave = () => {
      for (const pid of [999_999_999, process.pid, process.ppid]) writeFileSync(`${file}.new-${pid}`, "half")
      for (const name of ["kibitz.db.new-999999999-wal", "kibitz.db.new-999999999-journal", "audit.key.new-999999999"])
        writeFileSync(join(dir, name), "half")
    }
    leave()
    sqliteJournal({ file, migrationsDir }).close()
    expect(readdirSync(dir).sort()).toEqual(["audit.key", "kibitz.db", "kibitz.db.mark", `kibitz.db.new-${process.ppid}`])
    leave()
    // Killed after the journal got its name: both names are the same file.
    linkSync(file, `${file}.new-999999998`)
    const others = ["kibitz.db.new-", "kibitz.db.new-9x", "notes.new-999999999", "kibitz.db.backup-v1"]
    for (const name of others) writeFileSync(join(dir, name), "not a leftover")
    sqliteJournal({ file, migrationsDir }).close()
    const kept = ["audit.key", "kibitz.db", "kibitz.db.mark", `kibitz.db.new-${process.ppid}`, ...others]
    expect(readdirSync(dir).sort()).toEqual(kept.sort())
  })

  test("F19 a leftover whose number a later process got is swept too", ({ skip }) => {
    if (process.platform !== "linux") skip()
    const name = `${file}.new-${process.ppid}`
    writeFileSync(name, "half")
    utimesSync(name, 1_000_000, 1_000_000)
    sqliteJournal({ file, migrationsDir }).close()
    expect(readdirSync(dir).sort()).toEqual(["audit.key", "kibitz.db", "kibitz.db.mark"])
  })

  test("F10 killed in the middle of founding, the next start founds the journal and leaves nothing of the first", async () => {
    const endless =
      "create table slow as with recursive n (i) as (select 1 union all select i + 1 from n limit 4000000000) select i from n;"
    const founding = startJournalProcess("hold", file, migrationsUpTo(4, join(dir, "..", `${basename(dir)}-slow`), endless))
    await untilFact("it is founding", () => readdirSync(dir).some((name) => name.includes(".new-")))
    await founding.kill()
    expect(readdirSync(dir)).not.toContain("kibitz.db")
    sqliteJournal({ file, migrationsDir }).close()
    expect(readdirSync(dir).sort()).toEqual(["audit.key", "kibitz.db", "kibitz.db.mark"])
    rmSync(join(dir, "..", `${basename(dir)}-slow`), { recursive: true })
  }, 60_000)
})

describe("one writer", () => {
  test("a second opener is told who is in the way, and the first is not disturbed (F18)", () => {
    const first = sqliteJournal({ file, migrationsDir })
    first.append([entry(1, agentFounded())])
    const { kind, message } = failureOf(() => sqliteJournal({ file, migrationsDir }))
    expect([kind, message]).toEqual(["busy", expect.stringMatching(/^Another Kibitz is using .*Close the other one/)])
    first.append([entry(2, agentFounded())])
    first.close()
    const second = sqliteJournal({ file, migrationsDir })
    expect(second.last()).toBe(2)
    second.close()
  })

  test("another process holds it as long as it lives; kill -9 sets it free at once (F18, F19)", async () => {
    const other = startJournalProcess("hold", file)
    await untilFact("the other process has it", () => other.lines().length > 0)
    expect(failureOf(() => sqliteJournal({ file, migrationsDir })).kind).toBe("busy")
    await other.kill()
    const journal = sqliteJournal({ file, migrationsDir })
    journal.append([entry(1, agentFounded())])
    journal.close()
  }, 60_000)
})

describe("what is written stays", () => {
  test("no statement can change or delete an event, or replace one (T29)", () => {
    const journal = sqliteJournal({ file, migrationsDir })
    journal.append(entriesAfter(0, [agentFounded(), messageDelivered("said")], jakeId))
    journal.close()
    const db = openDatabase({ file, migrationsDir })
    for (const statement of [
      "update events set payload = '{}' where seq = 2",
      "delete from events where seq = 2",
      "delete from events",
      "insert or replace into events select seq, at, type, transcript_of, previous, bytes, checksum, '{}' from events where seq = 2",
    ]) {
      expect(() => db.exec(statement)).toThrow("append-only")
    }
    expect(db.prepare("select count(*) from events where payload like '%said%'").pluck().get()).toBe(1)
    db.close()
  })

  test("a page is found through the index alone, and its rows too", () => {
    sqliteJournal({ file, migrationsDir }).close()
    const db = new Database(file)
    const plan = (sql: string) => (db.prepare(`explain query plan ${sql}`).all() as { detail: string }[]).map((row) => row.detail)
    const where = "from events where transcript_of = 'jake' and seq < 9"
    expect(plan(`select seq, bytes ${where} order by seq desc`)).toEqual([
      "SEARCH events USING COVERING INDEX events_by_transcript (transcript_of=? AND seq<?)",
    ])
    expect(plan(`select payload ${where} and seq >= 3 order by seq asc`)).toEqual([
      "SEARCH events USING INDEX events_by_transcript (transcript_of=? AND seq>? AND seq<?)",
    ])
    db.close()
  })

  test("a saved world that was damaged is left out, not believed", () => {
    const journal = sqliteJournal({ file, migrationsDir })
    journal.saveWorld({ seq: 0, shape: 1, json: '{"name":"Jake"}' })
    journal.close()
    const db = openDatabase({ file, migrationsDir })
    db.exec(`update world_snapshot set json = '{"name":"Fake"}'`)
    db.close()
    const log = recordingLog()
    const again = sqliteJournal({ file, migrationsDir, log })
    expect([again.savedWorld(), log.lines.length]).toEqual([null, 1])
    again.close()
  })
})
