// Owns: what has just stopped waiting for the user, and how. The world forgets it at once; a card under the pointer must not.
import type { AttentionItem, ItemOutcome, Recorded, World } from "@kibitz/contract"

export type Ended = { readonly item: AttentionItem; readonly outcome: ItemOutcome; readonly note: string }

const KEPT = 50

export function withEnded(before: readonly Ended[], world: World, events: readonly Recorded[]): readonly Ended[] {
  const ended = events.flatMap(({ event }): Ended[] => {
    if (event.type !== "attention.resolved") return []
    const item = world.attention[event.itemId]
    return item ? [{ item, outcome: event.outcome, note: event.note }] : []
  })
  return ended.length === 0 ? before : [...before, ...ended].slice(-KEPT)
}
