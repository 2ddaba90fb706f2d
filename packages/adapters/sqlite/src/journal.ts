// Owns: the Journal port over one SQLite file. Opening and refusing is in open.ts, the tables in schema.ts.
import { decoder as everyEvent, type Instant, type Recorded, type Seq } from "@kibitz/contract"
import { type Journal, type NewEntry, StorageFailure } from "@kibitz/ports"
import type Database from "better-sqlite3"
import { and, asc, gt, lte, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { type AuditAddition, type AuditedEntry, auditLog, toStoredAudit } from "./audit-log.ts"
import type { AuditHead } from "./audit-verify.ts"
import { costReader } from "./cost.ts"
import { asStorageFailure, damaged } from "./failure.ts"
import { keepMark } from "./mark.ts"
import { keyOf, lastIn, type OpenOptions, openDatabase } from "./open.ts"
import { pageReader } from "./pages.ts"
import { type EventRow, refuseDamaged, snapshotChecksum, toRecorded, toRow } from "./rows.ts"
import { events, messageIdIn, namesMessage, worldSnapshot } from "./schema.ts"
import { openTranscripts, type Transcripts } from "./transcripts.ts"
import { firstUnknown } from "./unknown-events.ts"
import { quickProblem, verifyEvents } from "./verify-events.ts"

/** How much `since` reads at a time. It lets go of the database in between, so that the reader may take its time and write. */
const BATCH_BYTES = 1_000_000

export type StoredJournal = Journal & {
  /** As `append`, for entries that were stored before: they stay as they are, also those that this version does not know. */
  appendStored(entries: readonly AuditedEntry[]): void
  /** The last entry that is stored, also where a copy can only be read up to an earlier one. */
  lastStored(): Seq
  /** When that was written. */
  lastAt(): Instant | null
  /** How many entries the audit log has, and the mac of the last one. */
  auditEnd(): Pick<AuditHead, "count" | "last">
  /** Of a copy: what is said about the first event that this version does not know. The copy can be read up to there. Null: there is none. */
  readonly unknown: string | null
}

export function sqliteJournal(options: OpenOptions): Journal {
  return storedJournal(options)
}

export function storedJournal(options: OpenOptions): StoredJournal {
  const connection = openDatabase(options)
  try {
    return journalOver(connection, options)
  } catch (cause) {
    // Otherwise a damaged journal would stay locked, and the next try would say "busy" instead of what is wrong.
    connection.close()
    throw cause
  }
}

function journalOver(connection: Database.Database, options: OpenOptions): StoredJournal {
  const { log, decoder = everyEvent } = options
  const file = options.copyOf ?? options.file
  const orm = drizzle(connection)

  /** A newer Kibitz has written here: nothing may be written, not even a shortcut for the next start. */
  let metUnknown = false

  /** Everything that touches the disk goes through here, so that SQLite's errors leave under one name. */
  function onDisk<T>(work: () => T): T {
    try {
      return work()
    } catch (cause) {
      const failure = asStorageFailure(file, cause)
      if (failure instanceof StorageFailure && failure.kind === "unknown-event") metUnknown = true
      throw failure
    }
  }

  // The text comes from drizzle and the schema; the statements are better-sqlite3's own. Drizzle's prepared queries fill in
  // placeholders by name at each run, which costs as much as the insert of one row, and cannot be read row by row.
  const prepare = <Bound extends unknown[], Row>(query: { toSQL(): { sql: string } }) =>
    connection.prepare<Bound, Row>(query.toSQL().sql)
  const bound = sql.placeholder
  const columns = {
    seq: events.seq,
    at: events.at,
    type: events.type,
    transcriptOf: events.transcriptOf,
    previous: events.previous,
    bytes: events.bytes,
    checksum: events.checksum,
    payload: events.payload,
  }
  const statements = onDisk(() => ({
    insert: prepare<EventRow, never>(
      orm.insert(events).values({
        seq: bound("seq"),
        at: bound("at"),
        type: bound("type"),
        transcriptOf: bound("transcriptOf"),
        previous: bound("previous"),
        bytes: bound("bytes"),
        checksum: bound("checksum"),
        payload: bound("payload"),
      }),
    ),
    between: prepare<[Seq, Seq], EventRow>(
      orm
        .select(columns)
        .from(events)
        .where(and(gt(events.seq, bound("after")), lte(events.seq, bound("end"))))
        .orderBy(asc(events.seq)),
    ).raw(),
    message: prepare<[string, string], unknown>(
      orm
        .select({ seq: events.seq })
        .from(events)
        .where(and(namesMessage, sql`${messageIdIn} = ${bound("message")}`, sql`payload ->> '$.agentId' = ${bound("agent")}`)),
    ),
  }))
  const moment = onDisk(() => connection.prepare<[Seq], Instant>("select at from events where seq = ?").pluck())
  const auditing = onDisk(() => auditLog(connection, keyOf(options)))
  const costs = onDisk(() => costReader(connection, file, decoder))
  const begin = connection.prepare("begin immediate")
  const commit = connection.prepare("commit")
  const rollBack = connection.prepare("rollback")

  // Not connection.transaction(): asking before, in between and after whether one is open takes longer than beginning it.
  function insertAll(rows: readonly EventRow[], addition: AuditAddition | null): void {
    begin.run()
    try {
      for (const row of rows) statements.insert.run(...row)
      if (addition !== null) auditing.write(addition)
      commit.run()
    } catch (cause) {
      // Some failures end the transaction by themselves.
      if (connection.inTransaction) rollBack.run()
      throw cause
    }
  }

  const unknown = options.copyOf === undefined ? null : onDisk(() => firstUnknown(connection, decoder))
  if (unknown !== null) for (const row of statements.between.iterate(unknown.seq - 1, unknown.seq)) refuseDamaged(file, row)
  const found = onDisk(() => lastIn(connection))
  let last: Seq = unknown === null ? found : unknown.seq - 1
  const lastStored = () => Math.max(found, last)
  let opened: Transcripts | null = null
  const transcripts = () => (opened ??= openTranscripts(connection, lastStored(), log))
  const pages = onDisk(() => pageReader({ db: connection, file, decoder, transcripts, last: () => last }))
  /** Set when the disk itself failed: what the system has kept of that write is unknown, so nothing may be built on it. */
  let broken: StorageFailure | null = null

  function write(rows: readonly EventRow[], addition: AuditAddition | null): void {
    if (broken !== null) throw broken
    try {
      // A single row is its own transaction: two statements fewer on the path that every user waits for.
      if (rows.length === 1 && addition === null) statements.insert.run(...(rows[0] as EventRow))
      else insertAll(rows, addition)
    } catch (cause) {
      const failure = asStorageFailure(file, cause) as StorageFailure
      if (failure.kind === "full" && options.makeRoom?.()) return write(rows, addition)
      if (failure.kind === "unreachable" || failure.kind === "corrupt") broken = failure
      throw failure
    }
  }

  /** Reads from `after` on until the batch is full; the cursor is closed when this returns. */
  function batch(after: Seq, end: Seq): Recorded[] {
    return onDisk(() => {
      const found: Recorded[] = []
      let bytes = 0
      for (const row of statements.between.iterate(after, end)) {
        if (row[0] !== after + 1 + found.length) throw damaged(file, `entry ${after + 1 + found.length} is missing`)
        found.push(toRecorded(file, row, decoder))
        bytes += row[5]
        if (bytes >= BATCH_BYTES) break
      }
      if (found.length === 0) throw damaged(file, `entry ${after + 1} is missing`)
      return found
    })
  }

  const mark = options.copyOf === undefined ? keepMark(file, last, log) : null

  function toStored({ seq, at, event, transcriptOf, audit }: NewEntry): AuditedEntry {
    const stored = { seq, at, name: decoder.nameOf(event.type), transcriptOf, payload: JSON.stringify(event) }
    return audit === undefined ? stored : { ...stored, audit: toStoredAudit(audit, seq, event) }
  }

  function appendStored(entries: readonly AuditedEntry[]): void {
    if (entries.length === 0) return
    const extension = onDisk(transcripts).extend()
    const rows = entries.map((entry, index) => {
      if (entry.seq !== last + 1 + index) throw new Error(`entry ${entry.seq} does not follow ${last + index}`)
      const row = toRow(entry, extension.previousOf(entry.transcriptOf))
      extension.add(entry.seq, entry.transcriptOf, row[5])
      return row
    })
    const addition = auditing.additionFor(entries)
    write(rows, addition)
    last += rows.length
    mark?.note(last)
    extension.commit()
    if (addition !== null) auditing.written(addition)
  }

  return {
    last: () => last,

    *since(seq) {
      const end = last
      for (let after = Math.max(0, seq); after < end; ) {
        const found = batch(after, end)
        after += found.length
        yield* found
      }
    },

    page: (agentId, before, bytes) => onDisk(() => pages.page(agentId, before, bytes)),

    pageAfter: (agentId, after, bytes) => onDisk(() => pages.pageAfter(agentId, after, bytes)),

    hasMessage: (agentId, messageId) => onDisk(() => statements.message.get(messageId, agentId) !== undefined),

    savedWorld() {
      const saved = onDisk(() => orm.select().from(worldSnapshot).get())
      if (saved === undefined) return null
      const { seq, shape, json, checksum } = saved
      if (snapshotChecksum(seq, shape, json) === checksum) return { seq, shape, json }
      log?.warn("the saved world is not what was written; it is built from the journal instead", { seq })
      return null
    },

    audit: (filter, before, limit) => onDisk(() => auditing.page(filter, before, limit)),

    cost: (since) => onDisk(() => costs(since, last)),

    verifyAudit: () => auditing.verifying(),

    check() {
      const problem = onDisk(() => quickProblem(connection, transcripts().all()))
      if (problem !== "") throw damaged(file, problem)
    },

    verifyEvents: () => verifyEvents(connection),

    lastStored,
    lastAt: () => onDisk(() => moment.get(lastStored()) ?? null),

    auditEnd: auditing.end,

    unknown: unknown?.message ?? null,

    append: (entries) => appendStored(entries.map(toStored)),
    appendStored,

    saveWorld({ seq, shape, json }) {
      const row = { seq, shape, json, checksum: snapshotChecksum(seq, shape, json) }
      const save = connection.transaction(() => {
        orm
          .insert(worldSnapshot)
          .values({ id: 1, ...row })
          .onConflictDoUpdate({ target: worldSnapshot.id, set: row })
          .run()
        transcripts().save()
      })
      onDisk(() => save.immediate())
      mark?.sync()
    },

    close() {
      // A shortcut for the next start. Without it that start reads the journal once.
      if (connection.open && opened !== null && broken === null && !metUnknown) attempt(opened.save)
      // Before the log goes: a kill in between leaves a mark that is right, and a log.
      mark?.close(broken === null)
      onDisk(() => connection.close())
    },
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Closing goes on.
  }
}
