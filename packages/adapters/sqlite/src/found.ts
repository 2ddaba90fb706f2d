// Owns: how a journal comes into being: finished under another name, then given its own in one step. So an empty or half-made file
// at that name is never ours, and can be refused instead of being written over (F15).
import { closeSync, existsSync, linkSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import Database from "better-sqlite3"
import type { AuditKey } from "../../system/src/audit-key.ts"
import { mayUse } from "../../system/src/processes.ts"
import { applyMigrations, type Migrations } from "./migrate.ts"
import { syncFolderOf } from "./sync-folder.ts"

export function foundJournal(file: string, migrations: Migrations, auditKey: AuditKey): void {
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

/** What founding writes under another name first: the journal with SQLite's own files beside it, and the key of its audit log. */
const leftover = /\.new-(\d+)(-wal|-shm|-journal)?$/

/** Removes what a Kibitz left that was killed while founding. It may have got as far as giving the journal its name. */
export function sweepFoundings(file: string): void {
  const folder = dirname(file)
  for (const name of readdirSync(folder)) {
    const [end = "", pid] = leftover.exec(name) ?? []
    const isOurs = [basename(file), "audit.key"].includes(name.slice(0, -end.length))
    const found = isOurs ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined
    if (found && !mayUse(Number(pid), found.mtimeMs)) rmSync(join(folder, name), { force: true })
  }
}

function remove(scratch: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(scratch + suffix, { force: true })
}
