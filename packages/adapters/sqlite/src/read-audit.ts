// Owns: looking at the audit log of a journal without changing it: for a check from outside the app.
import { existsSync, rmSync } from "node:fs"
import { StorageFailure } from "@kibitz/ports"
import Database from "better-sqlite3"
import { type AuditReader, auditReader, hasAuditLog } from "./audit-log.ts"
import { asStorageFailure } from "./failure.ts"
import { APPLICATION_ID } from "./migrate.ts"
import { keyOf, type OpenOptions } from "./open.ts"

const LOCK_WAIT_MS = 300

/** null: a journal from before there was an audit log. Throws StorageFailure; "busy" while a Kibitz has it open. */
export function readAudit(options: Pick<OpenOptions, "file" | "auditKey">): (AuditReader & { close(): void }) | null {
  const { file } = options
  if (!existsSync(file)) throw new StorageFailure("unreachable", `There is no journal ${file}.`)
  // SQLite makes this one even for a reader and leaves it behind; the app itself never has one.
  const shared = `${file}-shm`
  const wasShared = existsSync(shared)
  let db: Database.Database | undefined
  const close = () => {
    db?.close()
    if (!wasShared) rmSync(shared, { force: true })
  }
  try {
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: LOCK_WAIT_MS })
    db.pragma("trusted_schema = OFF")
    db.pragma("cell_size_check = ON")
    if (db.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
      throw new StorageFailure("not-a-journal", `${file} is a database of another program, not a Kibitz journal.`)
    }
    if (hasAuditLog(db)) return { ...auditReader(db, keyOf(options)), close }
    close()
    return null
  } catch (cause) {
    close()
    throw asStorageFailure(file, cause)
  }
}
