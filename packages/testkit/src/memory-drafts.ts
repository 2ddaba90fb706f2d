import type { TurnId } from "@kibitz/contract"
import type { Drafts } from "@kibitz/ports"

export type MemoryDrafts = Drafts & {
  /** What a crash would leave behind. */
  kept(): ReadonlyMap<TurnId, string>
}

export function memoryDrafts(): MemoryDrafts {
  const drafts = new Map<TurnId, string>()
  return {
    keep: (turnId, text) => void drafts.set(turnId, text),
    read: (turnId) => drafts.get(turnId) ?? "",
    drop: (turnId) => void drafts.delete(turnId),
    kept: () => drafts,
  }
}
