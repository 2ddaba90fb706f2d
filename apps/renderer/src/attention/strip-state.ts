// Owns: what the strip shows, in which order, and what stays put while the user is in it. Pure.
import type { ApprovalItem, AttentionItem, ItemId } from "@kibitz/contract"
import type { Ended } from "../replica/ended.ts"

/** One line of the strip: an item, or equal approvals that are answered together. Never empty. */
export type Group = { readonly key: string; readonly items: readonly AttentionItem[] }

export type Entry =
  | { readonly kind: "waiting"; readonly key: string; readonly group: Group }
  | { readonly kind: "ended"; readonly key: string; readonly ended: Ended }

export type Strip = { readonly entries: readonly Entry[]; readonly newcomers: number }

export const emptyStrip: Strip = { entries: [], newcomers: 0 }

export function inOrder(attention: Readonly<Record<ItemId, AttentionItem>>): readonly AttentionItem[] {
  return Object.values(attention).toSorted((a, b) => (a.at === b.at ? compare(a.id, b.id) : compare(a.at, b.at)))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** `apart`: items the user wants to see one by one. */
export function groupsOf(items: readonly AttentionItem[], apart: ReadonlySet<string>): readonly Group[] {
  const groups = new Map<string, AttentionItem[]>()
  for (const item of items) {
    const batch = batchOf(item)
    const place = batch === null || apart.has(item.id) ? item.id : `batch ${batch}`
    const group = groups.get(place)
    if (group) group.push(item)
    else groups.set(place, [item])
  }
  // Named by all its members: a batch that has grown is another card, deaf for a moment before it can be answered.
  return [...groups.values()].map((members) => ({ key: members.map(({ id }) => id).join(" "), items: members }))
}

export function batchOf(item: AttentionItem): string | null {
  return item.kind === "approval" && !item.destructive ? item.batch : null
}

export type StripFacts = {
  readonly items: readonly AttentionItem[]
  readonly ended: readonly Ended[]
  readonly apart: ReadonlySet<string>
  /** The pointer or the focus is in the strip. */
  readonly isHeld: boolean
  /** Ended by this screen's own answer: the user knows, and goes on with the next. */
  readonly mine: ReadonlySet<string>
  /** Grey lines that have been there long enough. */
  readonly seen: ReadonlySet<string>
}

/** While held, nothing is added, joined or moved: what has come waits outside, what has gone leaves a grey line in its place. */
export function settle(before: Strip, { items, ended, apart, isHeld, mine, seen }: StripFacts): Strip {
  const waiting = new Map(items.map((item) => [item.id as string, item]))
  const gone = new Map(ended.flatMap((one) => (mine.has(one.item.id) ? [] : [[one.item.id as string, one] as const])))
  // With nothing left to press by mistake, a grey line need not keep its place.
  const isGrey = (id: ItemId) => (isHeld && items.length > 0) || !seen.has(id)
  const left = (entry: Entry): Entry[] => {
    if (entry.kind === "ended") return isGrey(entry.ended.item.id) ? [entry] : []
    const still = entry.group.items.flatMap(({ id }) => waiting.get(id) ?? [])
    const key = still.map(({ id }) => id).join(" ")
    if (still.length > 0) return [{ kind: "waiting", key, group: { key, items: still } }]
    const last = entry.group.items.flatMap(({ id }) => gone.get(id) ?? []).at(-1)
    return last && isGrey(last.item.id) ? [{ kind: "ended", key: `ended ${last.item.id}`, ended: last }] : []
  }
  const kept = before.entries.flatMap(left)
  if (isHeld && before.entries.length > 0) {
    const placed = new Set(kept.flatMap((entry) => (entry.kind === "waiting" ? entry.group.items.map(({ id }) => id) : [])))
    return { entries: kept, newcomers: items.filter(({ id }) => !placed.has(id)).length }
  }
  const groups = groupsOf(items, apart).map((group): Entry => ({ kind: "waiting", key: group.key, group }))
  const greys = kept.filter((entry) => entry.kind === "ended")
  return { entries: [...greys, ...groups], newcomers: 0 }
}

/** The one that is open: the chosen one while it waits, otherwise the oldest. */
export function unfoldedKey(strip: Strip, chosen: ItemId | "none" | null): string | null {
  if (chosen === "none") return null
  const groups = strip.entries.flatMap((entry) => (entry.kind === "waiting" ? [entry.group] : []))
  const found = groups.find(({ items }) => items.some(({ id }) => id === chosen)) ?? groups[0]
  return found?.key ?? null
}

/** Which one the key for the next goes to, from the one that is open; the first when none is. */
export function nextItem(items: readonly AttentionItem[], open: ItemId | null, by: number): ItemId | null {
  const at = items.findIndex(({ id }) => id === open)
  if (at < 0) return (by > 0 ? items[0] : items.at(-1))?.id ?? null
  return items[(at + by + items.length) % items.length]?.id ?? null
}

export function isBatch(items: readonly AttentionItem[]): items is readonly ApprovalItem[] {
  return items.length > 1 && items.every(({ kind }) => kind === "approval")
}
