// Owns: which items are one to the user: equal approvals and equal questions, which one answer settles.
import type { AttentionItem } from "@kibitz/contract"

/** The lead is the one that has waited longest; the others follow by age. */
export type Merged = { readonly lead: AttentionItem; readonly items: readonly [AttentionItem, ...AttentionItem[]] }

export function mergeItems(items: readonly AttentionItem[]): readonly Merged[] {
  const merged: Merged[] = []
  const batches = new Map<string, [AttentionItem, ...AttentionItem[]]>()
  for (const item of items) {
    const key = batchOf(item)
    const equal = key === null ? undefined : batches.get(key)
    if (equal) equal.push(item)
    else if (key !== null) batches.set(key, [item])
    else merged.push({ lead: item, items: [item] })
  }
  for (const equal of batches.values()) {
    equal.sort(byAge)
    merged.push({ lead: equal[0], items: equal })
  }
  return merged
}

/** Equal for items that are merged; null for what always stands alone. */
export function batchOf(item: AttentionItem): string | null {
  if (item.kind === "approval") return item.batch === null || item.destructive ? null : `approval ${item.batch}`
  if (item.kind === "question") return item.batch == null ? null : `question ${item.batch}`
  return null
}

/** Instants are written so that their texts sort like their times. */
export function byAge(a: AttentionItem, b: AttentionItem): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
