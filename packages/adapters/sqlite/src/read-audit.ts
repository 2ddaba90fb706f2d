// Owns: checking a journal and its audit log from outside the app, without changing anything.
import { existsSync } from "node:fs"
import { decoder as everyEvent } from "@kibitz/contract"
import { StorageFailure } from "@kibitz/ports"
import { type AuditReader, auditReader, hasAuditLog } from "./audit-log.ts"
import { asStorageFailure } from "./failure.ts"
import { hasLog, readMark, shortened } from "./mark.ts"
import { APPLICATION_ID } from "./migrate.ts"
import { keyOf, lastIn, lookAt, type OpenOptions } from "./open.ts"
import { firstUnknown } from "./unknown-events.ts"
import { verifyEvents } from "./verify-events.ts"

export type JournalCheck = {
  /** null: the journal is from before there was an audit log. */
  readonly audit: AuditReader | null
  /** The number of events. */
  events(): number
  verifyEvents(): Generator<undefined, string>
  /** What is said about the first event that this version does not know; null: all are known. */
  unknown(): string | null
  close(): void
}

/** Throws StorageFailure; "busy" while a Kibitz has it open. */
export function readAudit(options: Pick<OpenOptions, "file" | "auditKey" | "decoder">): JournalCheck {
  const { file, decoder = everyEvent } = options
  if (!existsSync(file)) throw new StorageFailure("unreachable", `There is no journal ${file}.`)
  const mark = readMark(file)
  const hadLog = hasLog(file)
  const { open, close } = lookAt(file)
  try {
    const db = open()
    if (db.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
      throw new StorageFailure("not-a-journal", `${file} is a database of another program, not a Kibitz journal.`)
    }
    const count = db.prepare<[], number>("select count(*) from events").pluck()
    return {
      audit: hasAuditLog(db) ? auditReader(db, keyOf(options)) : null,
      events: () => count.get() ?? 0,
      *verifyEvents() {
        const problem = yield* verifyEvents(db)
        return problem === "" && mark !== null ? shortened(mark, lastIn(db), hadLog) : problem
      },
      unknown: () => firstUnknown(db, decoder)?.message ?? null,
      close,
    }
  } catch (cause) {
    close()
    throw asStorageFailure(file, cause)
  }
}
