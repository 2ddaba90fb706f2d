// The need: that a kill -9 in the middle of a reply does not take the words already shown. A spool beside the journal, not in it:
// it may lag or be lost, and is dropped when the finished message is recorded.
import type { TurnId } from "@kibitz/contract"

export interface Drafts {
  /** Replaces what was kept for this turn. Must not throw and must not wait for the disk. */
  keep(turnId: TurnId, text: string): void
  read(turnId: TurnId): string
  drop(turnId: TurnId): void
}
