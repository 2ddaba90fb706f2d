// Owns: what an event can say about a reply that is being written: that it gives way to what is in the journal.
import type { TurnId } from "@kibitz/contract"

/** attempt: the same step is tried again. step: it has been replied. turn: nothing more is written in it. */
export type LiveEnd =
  | { readonly ends: "attempt" | "turn"; readonly turnId: TurnId }
  | { readonly ends: "step"; readonly turnId: TurnId; readonly step: number }
