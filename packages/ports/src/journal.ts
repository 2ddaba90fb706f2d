// The need: to remember, in order, and to still know after a power cut. One holder may write; everybody else gets the reader.
import type {
  AgentId,
  AuditBody,
  AuditFilter,
  AuditPage,
  CostReport,
  Event,
  Instant,
  MessageId,
  NewerPage,
  Recorded,
  Seq,
  TranscriptPage,
} from "@kibitz/contract"

export type NewEntry = {
  readonly seq: Seq
  readonly at: Instant
  readonly event: Event
  /** Whose transcript shows it, if any. Decides what `page` returns. */
  readonly transcriptOf: AgentId | null
  /** What the audit log says about it, written in the same transaction: an event that cannot be audited does not happen (AXS-4). */
  readonly audit?: AuditBody
}

export type AuditCheck = {
  readonly ok: boolean
  readonly entries: number
  /** Names the first entry that does not hold, and how; empty when all do. */
  readonly problem: string
}

export type SavedWorld = { readonly seq: Seq; readonly shape: number; readonly json: string }

export interface JournalReader {
  /** The last sequence number on disk, 0 when empty. */
  last(): Seq
  /** Everything after `seq`, oldest first, read lazily. */
  since(seq: Seq): Iterable<Recorded>
  /** The newest entries of one transcript before `before` (exclusive; null = from the end): at least one, then as many as fit `bytes`. Oldest first. */
  page(agentId: AgentId, before: Seq | null, bytes: number): TranscriptPage
  /** The oldest entries of one transcript after `after` (exclusive): at least one, then as many as fit `bytes`. Oldest first. */
  pageAfter(agentId: AgentId, after: Seq, bytes: number): NewerPage
  /** Whether a message with this id has ever been queued for or delivered to this agent. However old: it is looked up, not remembered. */
  hasMessage(agentId: AgentId, messageId: MessageId): boolean
  savedWorld(): SavedWorld | null
  /** Newest first. `before` is exclusive. */
  audit(filter: AuditFilter, before: number | null, limit: number): AuditPage
  /** What the replies since `since` cost, summed; a clock that was set back in between makes it inexact at that end only. */
  cost(since: Instant): CostReport
  /** Recomputes the whole chain, in slices between which other work may be done. Never throws: what cannot be read is the problem it names. */
  verifyAudit(): Generator<undefined, AuditCheck>
  /** A quick check for a start: do the indices still match the events? Throws StorageFailure when they do not. */
  check(): void
  /** Reads every event and every index, in slices like `verifyAudit`. Returns the first problem, or an empty string. Never throws. */
  verifyEvents(): Generator<undefined, string>
}

export interface Journal extends JournalReader {
  /** All or nothing, durable when it returns. Sequence numbers must follow on from `last()`. Throws StorageFailure and changes nothing. */
  append(entries: readonly NewEntry[]): void
  /** A shortcut for the next start, not a truth: losing it only costs time. */
  saveWorld(world: SavedWorld): void
  close(): void
}

/**
 * full: no space. busy: another Kibitz has it. newer: its format is that of a later version. unknown-event: its format is known, and an event in it is not; it
 * can be read up to there. corrupt / not-a-journal: the file is damaged. shortened: it has fewer entries than were acknowledged.
 */
export type StorageFailureKind =
  | "full"
  | "busy"
  | "newer"
  | "unknown-event"
  | "corrupt"
  | "not-a-journal"
  | "shortened"
  | "unreachable"

export class StorageFailure extends Error {
  readonly kind: StorageFailureKind
  constructor(kind: StorageFailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "StorageFailure"
    this.kind = kind
  }
}
