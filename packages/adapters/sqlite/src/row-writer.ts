// Owns: writing rows and what the audit log adds to them, all or nothing, and refusing to write once the disk itself has failed.
import type { StorageFailure } from "@kibitz/ports"
import type Database from "better-sqlite3"
import type { AuditAddition, AuditLog } from "./audit-log.ts"
import { asStorageFailure } from "./failure.ts"
import type { EventRow } from "./rows.ts"
import type { EventStatements } from "./statements.ts"

export type RowWriterNeeds = {
  readonly connection: Database.Database
  /** As failures name it. */
  readonly file: string
  readonly insert: EventStatements["insert"]
  readonly auditing: AuditLog
  /** Called when the disk is full; says whether there is room now. */
  readonly makeRoom: (() => boolean) | undefined
}

export type RowWriter = {
  write(rows: readonly EventRow[], addition: AuditAddition | null): void
  /** The disk itself failed: it is unknown what the system kept of that write, so nothing may be built on it. */
  isBroken(): boolean
}

export function rowWriter({ connection, file, insert, auditing, makeRoom }: RowWriterNeeds): RowWriter {
  const begin = connection.prepare("begin immediate")
  const commit = connection.prepare("commit")
  const rollBack = connection.prepare("rollback")
  let broken: StorageFailure | null = null

  // Not connection.transaction(): asking before, in between and after whether one is open takes longer than beginning it.
  function insertAll(rows: readonly EventRow[], addition: AuditAddition | null): void {
    begin.run()
    try {
      for (const row of rows) insert.run(...row)
      if (addition !== null) auditing.write(addition)
      commit.run()
    } catch (cause) {
      // Some failures end the transaction by themselves.
      if (connection.inTransaction) rollBack.run()
      throw cause
    }
  }

  function write(rows: readonly EventRow[], addition: AuditAddition | null): void {
    if (broken !== null) throw broken
    try {
      // A single row is its own transaction: two statements fewer on the path that every user waits for.
      if (rows.length === 1 && addition === null) insert.run(...(rows[0] as EventRow))
      else insertAll(rows, addition)
    } catch (cause) {
      const failure = asStorageFailure(file, cause) as StorageFailure
      if (failure.kind === "full" && makeRoom?.()) return write(rows, addition)
      if (failure.kind === "unreachable" || failure.kind === "corrupt") broken = failure
      throw failure
    }
  }

  return { write, isBroken: () => broken !== null }
}
