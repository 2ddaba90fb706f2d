// Owns: how a journal comes into being: finished under another name, then given its own in one step. So an empty or half-made file
// at that name is never ours, and can be refused instead of being written over (F15).
import { closeSync, existsSync, linkSync, openSync, readdirSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import Database from "better-sqlite3"
import type { AuditKey } from "../../system/src/audit-key.ts"
import { isAlive } from "../../system/src/processes.ts"
import { applyMigrations, type Migrations } from "./migrate.ts"
import { syncFolderOf } from "./sync-folder.ts"

export function foundJournal(file: string, migrations: Migrations, auditKey: AuditKey): void {
  sweep(file)
  const scratch = `${file}.new-${process.pid}`
  remove(scratch)
  // SQLite gives its helper files the mode of the main file, so this one call makes all of them private.
  closeSync(openSync(scratch, "wx", 0o600))
  try {
    const db = new Database(scratch)
    try {
      db.pragma("synchronous = FULL")
      applyMigrations(db, migrations, auditKey)
      db.pragma("journal_mode = WAL")
    } finally {
      db.close()
    }
    publish(scratch, file)
    syncFolderOf(file)
  } finally {
    remove(scratch)
  }
}

/** link, not rename: it fails if another Kibitz was quicker, where rename would replace that one's journal. */
function publish(scratch: string, file: string): void {
  try {
    linkSync(scratch, file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return
    // A disk without hard links (exFAT).
    if (!existsSync(file)) renameSync(scratch, file)
  }
}

/** Takes away what a Kibitz that was killed while founding has left. */
function sweep(file: string): void {
  const prefix = `${basename(file)}.new-`
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (!isAlive(pid)) rmSync(join(dirname(file), name), { force: true })
  }
}

function remove(scratch: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(scratch + suffix, { force: true })
}
