// Owns: getting from a path to a connection that may be written to, or to a StorageFailure that leaves the file as it was.
// Nothing here or elsewhere may open a journal through node:fs: closing that descriptor would drop SQLite's lock on the file (POSIX).
import { existsSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { EventDecoder, Seq } from "@kibitz/contract"
import { type Log, StorageFailure } from "@kibitz/ports"
import Database from "better-sqlite3"
import { type AuditKey, auditKey } from "../../system/src/audit-key.ts"
import { prepareDataDir, preparePrivateFile } from "../../system/src/data-dir.ts"
import { asStorageFailure } from "./failure.ts"
import { foundJournal, sweepFoundings } from "./found.ts"
import { refuseMisnumbered, withHeaderInMind } from "./header.ts"
import { hasLog, readMark, refuseShortened, refuseVanished } from "./mark.ts"
import { APPLICATION_ID, applyMigrations, backUp, type Migrations, readMigrations, versionOf } from "./migrate.ts"
import { type FileSystemOf, refuseUnsafeFolder } from "./unsafe-folder.ts"

/** Long enough for a Kibitz that is just closing, short enough that the second of two says so at once. */
const LOCK_WAIT_MS = 300
const CACHE_KIB = 8_000
const WAL_KEPT_BYTES = 16 * 1024 * 1024

export type OpenOptions = {
  readonly file: string
  readonly migrationsDir: string
  readonly log?: Log
  /** What seals the audit log; left out, it is the file `audit.key` beside the journal. */
  readonly auditKey?: AuditKey | Uint8Array
  /** Asked for room when the disk is full; says whether there was any (F12). */
  readonly makeRoom?: () => boolean
  /** The journal that this file is a copy of. A copy is read by this process alone and thrown away afterwards: any folder will do. */
  readonly copyOf?: string
  /** Left out: of all events that this version knows. */
  readonly decoder?: EventDecoder
  /** Left out: the system is asked. */
  readonly fileSystemOf?: FileSystemOf
}

export function openDatabase(options: OpenOptions): Database.Database {
  const { file, migrationsDir, log } = options
  const key = keyOf(options)
  const migrations = readMigrations(migrationsDir)
  let db: Database.Database | undefined
  try {
    prepareDataDir(dirname(file))
    if (options.copyOf === undefined) refuseUnsafeFolder(dirname(file), options.fileSystemOf)
    if (options.copyOf === undefined) sweepFoundings(file)
    const mark = options.copyOf === undefined ? readMark(file) : null
    if (sizeOf(file) === null) {
      refuseOrphanedLog(file)
      refuseVanished(file, mark)
      foundJournal(file, migrations, key)
      log?.info("journal founded", { file })
    }
    preparePrivateFile(file, "The journal")
    refuseEmpty(file)
    const hadLog = hasLog(file)
    if (mark !== null && hadLog) refuseShortened(file, mark, lookAtLast(file) ?? mark.last, hadLog)
    db = new Database(file, { timeout: LOCK_WAIT_MS })
    takeLock(db)
    refuseForeign(db, file)
    refuseMisnumbered(db, file, migrations)
    refuseNewer(db, file, migrations)
    setUp(db, file)
    if (mark !== null) refuseShortened(file, mark, lastIn(db), hadLog)
    if (versionOf(db) < migrations.length) {
      backUp(db, file, log)
      applyMigrations(db, migrations, key)
      log?.info("journal migrated", { file, version: migrations.length })
    }
    return db
  } catch (cause) {
    closeQuietly(db)
    throw withHeaderInMind(file, asStorageFailure(file, cause))
  }
}

export function keyOf({ file, auditKey: key }: Pick<OpenOptions, "file" | "auditKey">): AuditKey {
  if (key instanceof Uint8Array) return { file: "that was given", read: () => key, make: () => key }
  return key ?? auditKey(join(dirname(file), "audit.key"))
}

export function lastIn(db: Database.Database): Seq {
  return db.prepare<[], Seq | null>("select max(seq) from events").pluck().get() ?? 0
}

/** Before the journal is opened for writing: closing it then would move what can be read of a damaged log, and delete the rest. Null where it cannot be read. */
function lookAtLast(file: string): Seq | null {
  const looking = lookAt(file)
  try {
    return lastIn(looking.open())
  } catch {
    return null
  } finally {
    looking.close()
  }
}

/** A connection that changes nothing. SQLite makes a shared-memory file even for a reader, and leaves it behind. */
export function lookAt(file: string): { open(): Database.Database; close(): void } {
  const shared = `${file}-shm`
  const wasShared = existsSync(shared)
  let db: Database.Database | undefined
  return {
    open() {
      db = new Database(file, { readonly: true, fileMustExist: true, timeout: LOCK_WAIT_MS })
      db.pragma("trusted_schema = OFF")
      db.pragma("cell_size_check = ON")
      return db
    },
    close() {
      db?.close()
      if (!wasShared) rmSync(shared, { force: true })
    },
  }
}

// Exclusive for as long as the process lives: a second writer is impossible, not merely impolite (F18); the system takes the lock back
// when the process dies, however it dies (F19); and no shared-memory file is needed. Must come before the first read.
function takeLock(db: Database.Database): void {
  db.pragma("locking_mode = EXCLUSIVE")
  db.pragma("schema_version")
}

function refuseForeign(db: Database.Database, file: string): void {
  if (db.pragma("application_id", { simple: true }) === APPLICATION_ID) return
  throw new StorageFailure(
    "not-a-journal",
    `${file} is a database of another program, not a Kibitz journal. It was left as it is. Move it away, or choose another data folder.`,
  )
}

function refuseNewer(db: Database.Database, file: string, migrations: Migrations): void {
  const version = versionOf(db)
  if (version <= migrations.length) return
  throw new StorageFailure(
    "newer",
    `The journal ${file} was made by a later version of Kibitz (its format is ${version}, this version knows ${migrations.length}). It was left as it is. Install the newer version to open it.`,
  )
}

function setUp(db: Database.Database, file: string): void {
  if (db.pragma("journal_mode = WAL", { simple: true }) !== "wal") {
    throw new StorageFailure(
      "unreachable",
      `The folder of ${file} cannot hold a journal safely (no write-ahead log there; is it a network or cloud folder?). Choose a folder on this computer.`,
    )
  }
  // better-sqlite3 is built with NORMAL for WAL, which loses the last commits in a power cut (F11).
  db.pragma("synchronous = FULL")
  if (process.platform === "darwin") {
    db.pragma("fullfsync = ON")
    db.pragma("checkpoint_fullfsync = ON")
  }
  // REPLACE deletes without asking the delete trigger unless this is on.
  db.pragma("recursive_triggers = ON")
  db.pragma("trusted_schema = OFF")
  db.pragma("cell_size_check = ON")
  db.pragma("temp_store = MEMORY")
  db.pragma(`cache_size = -${CACHE_KIB}`)
  db.pragma(`journal_size_limit = ${WAL_KEPT_BYTES}`)
}

export function refuseEmpty(file: string): void {
  if (sizeOf(file) !== 0) return
  throw new StorageFailure(
    "not-a-journal",
    `${file} is empty: something has cut it off, a journal never is. It was left as it is. Put a backup (${file}.backup-…) in its place, or move it and ${basename(file)}.mark away to start with an empty journal.`,
  )
}

/** SQLite would delete a log without a journal, and with it whatever had not yet been moved into the journal (F16). */
function refuseOrphanedLog(file: string): void {
  if ((sizeOf(`${file}-wal`) ?? 0) === 0) return
  throw new StorageFailure(
    "not-a-journal",
    `The journal ${file} is gone, but its log ${file}-wal is still there. Put the journal back beside it, or move the log and ${basename(file)}.mark away to start with an empty journal.`,
  )
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null
}

function closeQuietly(db: Database.Database | undefined): void {
  try {
    db?.close()
  } catch {
    // The failure that brought us here is the one worth telling.
  }
}
