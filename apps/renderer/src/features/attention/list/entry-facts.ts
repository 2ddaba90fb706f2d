// Owns: what the rail says of one thing that waits, and whether it can be answered there. Pure.
import type { AttentionItem } from "@kibitz/contract"
import { type Entry, type Group, TO_REVIEW } from "../../../kernel/desk/strip-state.ts"
import { itemLine, kindWord, oneLine } from "../../../kernel/words/attention-copy.ts"

/** Card law 7: an approval is decided in the chat it belongs to, where what led to it can be read. Everything else may be answered from here. */
export function isAnsweredHere({ kind }: AttentionItem): boolean {
  return kind !== "approval" && kind !== "phase-request"
}

/** "Approval ×6" */
export function headline({ items }: Pick<Group, "items">): string {
  const [first] = items
  if (!first) return ""
  return items.length > 1 ? `${kindWord(first)} ×${items.length}` : kindWord(first)
}

/** There is room for a few words: of a command, the command. */
export function shortLine(item: AttentionItem): string {
  const isCommand = (item.kind === "approval" || item.kind === "phase-request") && item.capability === "bash"
  return isCommand ? oneLine(item.detail) : itemLine(item)
}

/** "14⇣": so many cannot go on before this is answered. */
export function fanoutSign({ fanout, tier }: Pick<Group, "fanout" | "tier">): string {
  return fanout > 0 && tier < TO_REVIEW ? `${fanout}⇣` : ""
}

export function tierOf(entry: Entry): number {
  return entry.kind === "waiting" ? entry.group.tier : entry.ended.item.tier
}

/** What is only to be read makes one line of its own, however much it is. */
export function partEntries(entries: readonly Entry[]): { readonly needed: readonly Entry[]; readonly toRead: readonly Entry[] } {
  return {
    needed: entries.filter((entry) => tierOf(entry) < TO_REVIEW),
    toRead: entries.filter((entry) => tierOf(entry) >= TO_REVIEW),
  }
}

/** Consecutive entries of one tier; the order within and between them is the order that was given. */
export function byTier(entries: readonly Entry[]): readonly { readonly tier: number; readonly entries: readonly Entry[] }[] {
  const tiers: { tier: number; entries: Entry[] }[] = []
  for (const entry of entries) {
    const last = tiers.at(-1)
    if (last?.tier === tierOf(entry)) last.entries.push(entry)
    else tiers.push({ tier: tierOf(entry), entries: [entry] })
  }
  return tiers
}
