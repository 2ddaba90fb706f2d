// A journal that forgets when the process ends and otherwise behaves: it keeps text, not objects, so that a caller who changes an
// event after appending it, or appends something JSON cannot hold, is found out here and not on disk.
import {
  type Event,
  type EventDecoder,
  decoder as everyEvent,
  type Instant,
  MalformedEvent,
  type Recorded,
  type Seq,
  UnknownEvent,
} from "@kibitz/contract"
import {
  type Journal,
  type JournalReader,
  type NewEntry,
  type SavedWorld,
  StorageFailure,
  type StorageFailureKind,
} from "@kibitz/ports"
import {
  auditAddition,
  auditPage,
  type MemoryAudit,
  newMemoryAudit,
  type Tampering,
  tamperWith,
  verifyMemoryAudit,
} from "./memory-audit.ts"
import { costOf } from "./memory-cost.ts"

type Row = { seq: Seq; at: Instant; name: string; transcriptOf: string | null; bytes: number; payload: string }

export type MemoryJournal = Journal & {
  /** The next append throws this and changes nothing; the one after works again. */
  failNextAppend(failure: StorageFailure | StorageFailureKind): void
  /** Every append throws this, until `recover`. */
  failEveryAppend(failure: StorageFailure | StorageFailureKind): void
  /** Looking for a message throws this, until `recover`. */
  failEveryRead(failure: StorageFailure | StorageFailureKind): void
  recover(): void
  /** How many appends went through, however many entries each had. */
  appends(): number
  all(): readonly Recorded[]
  /** A second journal over the same rows: what a restart finds. The first one is closed. Another decoder: with another version of Kibitz. */
  reopen(decoder?: EventDecoder): MemoryJournal
  /** Does that to what it has kept, behind its back. */
  tamper(how: Tampering): void
}

type MemoryDisk = { rows: Row[]; world: SavedWorld | null; audit: MemoryAudit }

export function memoryJournal(decoder: EventDecoder = everyEvent): MemoryJournal {
  return over({ rows: [], world: null, audit: newMemoryAudit() }, decoder)
}

function over(disk: MemoryDisk, decoder: EventDecoder): MemoryJournal {
  const faults = new Faults()
  let open = true
  let appends = 0
  const mustBeOpen = () => {
    if (!open) throw new Error("the journal is closed")
  }
  const reader = readerOver(disk, decoder, faults, mustBeOpen)

  const journal: MemoryJournal = {
    ...reader,
    append(entries: readonly NewEntry[]) {
      mustBeOpen()
      const last = reader.last()
      const rows = entries.map((entry, index) => {
        if (entry.seq !== last + 1 + index) throw new Error(`entry ${entry.seq} does not follow ${last + index}`)
        const { seq, at, event, transcriptOf } = entry
        const payload = JSON.stringify(event)
        return { seq, at, name: decoder.nameOf(event.type), transcriptOf, bytes: Buffer.byteLength(payload), payload }
      })
      const addition = auditAddition(disk.audit, entries)
      faults.beforeAppend()
      disk.rows.push(...rows)
      disk.audit.rows.push(...addition.rows)
      disk.audit.head = addition.head
      appends++
    },
    saveWorld(world) {
      mustBeOpen()
      disk.world = { ...world }
    },
    close() {
      open = false
    },
    failNextAppend: (failure) => faults.failAppends(failure, true),
    failEveryAppend: (failure) => faults.failAppends(failure, false),
    failEveryRead: (failure) => faults.failReads(failure),
    recover: () => faults.recover(),
    appends: () => appends,
    all: () => disk.rows.map((row) => recordedIn(row, decoder)),
    reopen(another = decoder) {
      journal.close()
      return over(disk, another)
    },
    tamper: (how) => tamperWith(disk.audit, disk.rows, how),
  }
  return journal
}

/** What a test has told the journal to fail at. */
class Faults {
  private appending: { failure: StorageFailure; once: boolean } | null = null
  private reading: StorageFailure | null = null

  failAppends(failure: StorageFailure | StorageFailureKind, once: boolean): void {
    this.appending = { failure: asFailure(failure), once }
  }

  failReads(failure: StorageFailure | StorageFailureKind): void {
    this.reading = asFailure(failure)
  }

  recover(): void {
    this.appending = null
    this.reading = null
  }

  beforeAppend(): void {
    if (this.appending === null) return
    const { failure, once } = this.appending
    if (once) this.appending = null
    throw failure
  }

  beforeRead(): void {
    if (this.reading) throw this.reading
  }
}

function readerOver(disk: MemoryDisk, decoder: EventDecoder, faults: Faults, mustBeOpen: () => void): JournalReader {
  const read = (row: Row) => recordedIn(row, decoder)
  return {
    last: () => disk.rows.at(-1)?.seq ?? 0,
    *since(seq) {
      mustBeOpen()
      const end = disk.rows.length
      for (let index = seq; index < end; index++) yield read(disk.rows[index] as Row)
    },
    page(agentId, before, bytes) {
      mustBeOpen()
      const events: Recorded[] = []
      let used = 0
      for (let index = Math.min(before === null ? disk.rows.length : before - 1, disk.rows.length) - 1; index >= 0; index--) {
        const row = disk.rows[index] as Row
        if (row.transcriptOf !== agentId) continue
        if (events.length > 0 && used + row.bytes > bytes) return { events, older: events[0]?.seq ?? null }
        events.unshift(read(row))
        used += row.bytes
      }
      return { events, older: null }
    },
    pageAfter(agentId, after, bytes) {
      mustBeOpen()
      const events: Recorded[] = []
      let used = 0
      for (const row of disk.rows.slice(Math.max(0, after))) {
        if (row.transcriptOf !== agentId) continue
        if (events.length > 0 && used + row.bytes > bytes) return { events, newer: events.at(-1)?.seq ?? null }
        events.push(read(row))
        used += row.bytes
      }
      return { events, newer: null }
    },
    hasMessage(agentId, messageId) {
      mustBeOpen()
      faults.beforeRead()
      return disk.rows.some((row) => {
        if (!isOf(row, "message.queued") && !isOf(row, "message.delivered")) return false
        const { event } = read(row)
        return "messageId" in event && event.agentId === agentId && event.messageId === messageId
      })
    },
    savedWorld() {
      mustBeOpen()
      return disk.world
    },
    audit(filter, before, limit) {
      mustBeOpen()
      return auditPage(disk.audit, filter, before, limit)
    },
    cost(since) {
      mustBeOpen()
      return costOf(disk.rows.filter((row) => row.at >= since && isOf(row, "turn.replied")).map(read))
    },
    *verifyAudit() {
      return verifyMemoryAudit(disk.audit, (seq) => disk.rows.find((row) => row.seq === seq)?.payload)
    },
    check: mustBeOpen,
    *verifyEvents() {
      const at = disk.rows.findIndex(({ seq }, index) => seq !== index + 1)
      return at < 0 ? "" : `entry ${at + 1} of the journal is missing`
    },
  }
}

function recordedIn({ seq, at, name, payload }: Row, decoder: EventDecoder): Recorded {
  try {
    return { seq, at, event: decoder.decode(seq, name, payload) }
  } catch (cause) {
    throw asUnreadable(cause)
  }
}

/** Of whatever version. */
function isOf({ name }: Row, type: Event["type"]): boolean {
  return name === type || name.startsWith(`${type}@`)
}

function asUnreadable(cause: unknown): unknown {
  if (cause instanceof UnknownEvent) return new StorageFailure("unknown-event", cause.message, { cause })
  return cause instanceof MalformedEvent ? new StorageFailure("corrupt", cause.message, { cause }) : cause
}

function asFailure(failure: StorageFailure | StorageFailureKind): StorageFailure {
  return typeof failure === "string" ? new StorageFailure(failure, `told to fail: ${failure}`) : failure
}
