// Owns: bringing a journal to the current schema. One transaction with the version number inside it: a kill -9 in the middle leaves
// the old journal or the new one, never something between (F10).
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs"
import type { AgentId, Seq } from "@kibitz/contract"
import type { Log } from "@kibitz/ports"
import { StorageFailure } from "@kibitz/ports"
import type Database from "better-sqlite3"
import { readMigrationFiles } from "drizzle-orm/migrator"
import type { AuditKey } from "../../system/src/audit-key.ts"
import { foundAuditLog, hasAuditLog } from "./audit-log.ts"
import { type EarlierRow, type EventRow, fromEarlier } from "./rows.ts"
import { syncFolderOf } from "./sync-folder.ts"

export type Migrations = readonly { readonly sql: readonly string[] }[]

/** "Kbtz" in the file header: tells our journals from anybody else's SQLite file. */
export const APPLICATION_ID = 0x4b62747a

export function readMigrations(migrationsDir: string): Migrations {
  try {
    return readMigrationFiles({ migrationsFolder: migrationsDir })
  } catch (cause) {
    const message = `A part of Kibitz itself is missing: the migrations in ${migrationsDir} cannot be read. Install Kibitz again.`
    throw new StorageFailure("unreachable", message, { cause })
  }
}

export function versionOf(db: Database.Database): number {
  return db.pragma("user_version", { simple: true }) as number
}

// Not drizzle's own migrator: it commits its bookkeeping table apart from the migrations and keeps no version that an older
// program could check before it reads a newer file.
export function applyMigrations(db: Database.Database, migrations: Migrations, auditKey: AuditKey): void {
  const apply = db.transaction(() => {
    const hadAuditLog = hasAuditLog(db)
    for (const migration of migrations.slice(versionOf(db))) for (const statement of migration.sql) db.exec(statement)
    if (hasTable(db, "events_unchecked")) checkEvents(db)
    if (!hadAuditLog && hasAuditLog(db)) foundAuditLog(db, auditKey)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${migrations.length}`)
  })
  apply.exclusive()
}

const BATCH = 500

/** Moves the events of a journal up to version 3 into the table whose rows are checked whole. */
function checkEvents(db: Database.Database): void {
  const earlier = db.prepare<[Seq], EarlierRow>(`select * from events_unchecked where seq > ? order by seq limit ${BATCH}`).raw()
  const insert = db.prepare<EventRow>("insert into events values (?, ?, ?, ?, ?, ?, ?, ?)")
  const ends = new Map<AgentId, Seq>()
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = earlier.all(after)
    for (const row of rows) {
      const [seq, , , transcriptOf] = row
      insert.run(...fromEarlier(row, transcriptOf === null ? 0 : (ends.get(transcriptOf) ?? 0)))
      if (transcriptOf !== null) ends.set(transcriptOf, seq)
      after = seq
    }
    if (rows.length === 0) break
  }
  db.exec("drop table events_unchecked")
}

function hasTable(db: Database.Database, name: string): boolean {
  return db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined
}

/** A whole, compact copy beside the journal, named after the version it has. An earlier copy of the same version is replaced. */
export function backUp(db: Database.Database, file: string, log?: Log): string {
  const backup = `${file}.backup-v${versionOf(db)}`
  const part = `${backup}.part`
  rmSync(part, { force: true })
  // Made here first, because SQLite would create it readable for others. VACUUM INTO accepts an empty file.
  closeSync(openSync(part, "wx", 0o600))
  try {
    db.prepare("vacuum into ?").run(part)
    const descriptor = openSync(part, "r+")
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(part, backup)
    syncFolderOf(file)
  } finally {
    if (existsSync(part)) rmSync(part, { force: true })
  }
  log?.info("journal backed up before a migration", { backup })
  return backup
}
