// Owns: the Journal port over one SQLite file. Opening and refusing is in open.ts, the tables in schema.ts.
import { type EventDecoder, decoder as everyEvent, type Instant, type Recorded, type Seq } from "@kibitz/contract"
import { type Journal, type NewEntry, StorageFailure } from "@kibitz/ports"
import type Database from "better-sqlite3"
import { type AuditedEntry, auditLog, toStoredAudit } from "./audit-log.ts"
import type { AuditHead } from "./audit-verify.ts"
import { costReader } from "./cost.ts"
import { asStorageFailure, damaged } from "./failure.ts"
import { keepMark } from "./mark.ts"
import { keyOf, lastIn, type OpenOptions, openDatabase } from "./open.ts"
import { pageReader } from "./pages.ts"
import { rowWriter } from "./row-writer.ts"
import { refuseDamaged, toRecorded, toRow } from "./rows.ts"
import { savedWorldIn } from "./saved-world.ts"
import { type EventStatements, eventStatements } from "./statements.ts"
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
  const disk = diskAccess(file)
  const { insert, between, message, moment } = disk.run(() => eventStatements(connection))
  const auditing = disk.run(() => auditLog(connection, keyOf(options)))
  const costs = disk.run(() => costReader(connection, file, decoder))
  const writer = rowWriter({ connection, file, insert, auditing, makeRoom: options.makeRoom })
  const world = savedWorldIn(connection, log)
  const unknown = options.copyOf === undefined ? null : disk.run(() => firstUnknown(connection, decoder))
  if (unknown !== null) for (const row of between.iterate(unknown.seq - 1, unknown.seq)) refuseDamaged(file, row)
  const found = disk.run(() => lastIn(connection))
  let last: Seq = unknown === null ? found : unknown.seq - 1
  const lastStored = () => Math.max(found, last)
  let opened: Transcripts | null = null
  const transcripts = () => (opened ??= openTranscripts(connection, lastStored(), log))
  const pages = disk.run(() => pageReader({ db: connection, file, decoder, transcripts, last: () => last }))
  const batch = (after: Seq, end: Seq) => disk.run(() => readBatch(between, file, decoder, after, end))
  const stored = (entry: NewEntry) => toStored(decoder, entry)
  const mark = options.copyOf === undefined ? keepMark(file, last, log) : null

  function appendStored(entries: readonly AuditedEntry[]): void {
    if (entries.length === 0) return
    const extension = disk.run(transcripts).extend()
    const rows = entries.map((entry, index) => {
      if (entry.seq !== last + 1 + index) throw new Error(`entry ${entry.seq} does not follow ${last + index}`)
      const row = toRow(entry, extension.previousOf(entry.transcriptOf))
      extension.add(entry.seq, entry.transcriptOf, row[5])
      return row
    })
    const addition = auditing.additionFor(entries)
    writer.write(rows, addition)
    last += rows.length
    mark?.note(last)
    extension.commit()
    if (addition !== null) auditing.written(addition)
  }

  return {
    last: () => last,
    since: (seq) => inBatches(batch, seq, () => last),
    page: (agentId, before, bytes) => disk.run(() => pages.page(agentId, before, bytes)),
    pageAfter: (agentId, after, bytes) => disk.run(() => pages.pageAfter(agentId, after, bytes)),
    hasMessage: (agentId, messageId) => disk.run(() => message.get(messageId, agentId) !== undefined),
    savedWorld: () => disk.run(world.read),
    audit: (filter, before, limit) => disk.run(() => auditing.page(filter, before, limit)),
    cost: (since) => disk.run(() => costs(since, last)),
    verifyAudit: () => auditing.verifying(),
    check() {
      const problem = disk.run(() => quickProblem(connection, transcripts().all()))
      if (problem !== "") throw damaged(file, problem)
    },
    verifyEvents: () => verifyEvents(connection),
    lastStored,
    lastAt: () => disk.run(() => moment.get(lastStored()) ?? null),
    auditEnd: auditing.end,
    unknown: unknown?.message ?? null,
    append: (entries) => appendStored(entries.map(stored)),
    appendStored,
    saveWorld(saved) {
      const save = connection.transaction(() => {
        world.write(saved)
        transcripts().save()
      })
      disk.run(() => save.immediate())
      mark?.sync()
    },
    close() {
      // A shortcut for the next start. Without it that start reads the journal once.
      if (connection.open && opened !== null && !writer.isBroken() && !disk.metUnknown()) attempt(opened.save)
      // Before the log goes: a kill in between leaves a mark that is right, and a log.
      mark?.close(!writer.isBroken())
      disk.run(() => connection.close())
    },
  }
}

type DiskAccess = {
  /** Everything that touches the disk goes through here, so that SQLite's errors leave under one name. */
  run<T>(work: () => T): T
  /** A newer Kibitz has written here: nothing may be written, not even a shortcut for the next start. */
  metUnknown(): boolean
}

function diskAccess(file: string): DiskAccess {
  let metUnknown = false
  return {
    run(work) {
      try {
        return work()
      } catch (cause) {
        const failure = asStorageFailure(file, cause)
        if (failure instanceof StorageFailure && failure.kind === "unknown-event") metUnknown = true
        throw failure
      }
    },
    metUnknown: () => metUnknown,
  }
}

/** Reads from `after` on until the batch is full; the cursor is closed when this returns. */
function readBatch(
  between: EventStatements["between"],
  file: string,
  decoder: EventDecoder,
  after: Seq,
  end: Seq,
): readonly Recorded[] {
  const found: Recorded[] = []
  let bytes = 0
  for (const row of between.iterate(after, end)) {
    if (row[0] !== after + 1 + found.length) throw damaged(file, `entry ${after + 1 + found.length} is missing`)
    found.push(toRecorded(file, row, decoder))
    bytes += row[5]
    if (bytes >= BATCH_BYTES) break
  }
  if (found.length === 0) throw damaged(file, `entry ${after + 1} is missing`)
  return found
}

/** Up to what is the last entry when reading begins. */
function* inBatches(batch: (after: Seq, end: Seq) => readonly Recorded[], seq: Seq, last: () => Seq): Generator<Recorded> {
  const end = last()
  for (let after = Math.max(0, seq); after < end; ) {
    const found = batch(after, end)
    after += found.length
    yield* found
  }
}

function toStored(decoder: EventDecoder, { seq, at, event, transcriptOf, audit }: NewEntry): AuditedEntry {
  const stored = { seq, at, name: decoder.nameOf(event.type), transcriptOf, payload: JSON.stringify(event) }
  return audit === undefined ? stored : { ...stored, audit: toStoredAudit(audit, seq, event) }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // The journal is closed all the same.
  }
}
