// Owns: checking a journal and its audit log from outside the app, without changing anything.
import { existsSync, rmSync } from "node:fs"
import { StorageFailure } from "@kibitz/ports"
import Database from "better-sqlite3"
import { type AuditReader, auditReader, hasAuditLog } from "./audit-log.ts"
import { asStorageFailure } from "./failure.ts"
import { APPLICATION_ID } from "./migrate.ts"
import { keyOf, type OpenOptions } from "./open.ts"
import { verifyEvents } from "./verify-events.ts"

const LOCK_WAIT_MS = 300

export type JournalCheck = {
  /** null: the journal is from before there was an audit log. */
  readonly audit: AuditReader | null
  /** The number of events. */
  events(): number
  verifyEvents(): Generator<undefined, string>
  close(): void
}

/** Throws StorageFailure; "busy" while a Kibitz has it open. */
export function readAudit(options: Pick<OpenOptions, "file" | "auditKey">): JournalCheck {
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
    const opened = db
    const count = db.prepare<[], number>("select count(*) from events").pluck()
    return {
      audit: hasAuditLog(opened) ? auditReader(opened, keyOf(options)) : null,
      events: () => count.get() ?? 0,
      verifyEvents: () => verifyEvents(opened),
      close,
    }
  } catch (cause) {
    close()
    throw asStorageFailure(file, cause)
  }
}
