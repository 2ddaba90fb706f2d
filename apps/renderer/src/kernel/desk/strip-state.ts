// Owns: what the strip shows, in which order, and what stays put while the user is in it. Pure.
import type { AgentId, ApprovalItem, AttentionItem, ItemId, QuestionItem, World } from "@kibitz/contract"
import type { AttentionEntry } from "@kibitz/domain"
import type { Ended } from "../replica/ended.ts"

/** One line of the strip: an item, or equal ones that one answer settles. Never empty. */
export type Group = {
  readonly key: string
  readonly items: readonly AttentionItem[]
  /** What it is sorted by, and how many others wait for it. */
  readonly tier: number
  readonly fanout: number
}

export type Entry =
  | { readonly kind: "waiting"; readonly key: string; readonly group: Group }
  | { readonly kind: "ended"; readonly key: string; readonly ended: Ended }

export type Strip = { readonly entries: readonly Entry[]; readonly newcomers: number }

export const emptyStrip: Strip = { entries: [], newcomers: 0 }

/** The order is given; `apart` are items the user wants to see one by one. */
export function groupsOf(order: readonly AttentionEntry[], apart: ReadonlySet<string>): readonly Group[] {
  return order.flatMap(({ items, effectiveTier, fanout }): Group[] => {
    const together = items.filter(({ id }) => !apart.has(id))
    const alone = items.filter(({ id }) => apart.has(id))
    return [together, ...alone.map((item) => [item])]
      .filter((members) => members.length > 0)
      .map((members) => group(members, effectiveTier, fanout))
  })
}

/** Named by all its members: a batch that has grown is another card, deaf for a moment before it can be answered. */
function group(items: readonly AttentionItem[], tier: number, fanout: number): Group {
  return { key: items.map(({ id }) => id).join(" "), items, tier, fanout }
}

export type StripFacts = {
  /** Most urgent first. */
  readonly order: readonly AttentionEntry[]
  readonly ended: readonly Ended[]
  readonly apart: ReadonlySet<string>
  /** The pointer or the focus is in the strip. */
  readonly isHeld: boolean
  /** Ended by this screen's own answer: the user knows, and goes on with the next. */
  readonly mine: ReadonlySet<string>
  /** Grey lines that have been there long enough. */
  readonly seen: ReadonlySet<string>
  /** What the user has gone to by a key of their own: it is shown also where the pointer happened to rest. */
  readonly asked: Unfolded
}

/** While held, nothing is added, joined or moved: what has come waits outside, what has gone leaves a grey line in its place. */
export function settle(before: Strip, { order, ended, apart, isHeld, mine, seen, asked }: StripFacts): Strip {
  const items = order.flatMap((entry) => entry.items)
  const waiting = new Map(items.map((item) => [item.id as string, item]))
  const gone = new Map(ended.flatMap((one) => (mine.has(one.item.id) ? [] : [[one.item.id as string, one] as const])))
  // With nothing left to press by mistake, a grey line need not keep its place.
  const isGrey = (id: ItemId) => (isHeld && items.length > 0) || !seen.has(id)
  const left = (entry: Entry): Entry[] => {
    if (entry.kind === "ended") return isGrey(entry.ended.item.id) ? [entry] : []
    const still = entry.group.items.flatMap(({ id }) => waiting.get(id) ?? [])
    const key = still.map(({ id }) => id).join(" ")
    if (still.length > 0) return [{ kind: "waiting", key, group: { ...entry.group, key, items: still } }]
    const last = entry.group.items.flatMap(({ id }) => gone.get(id) ?? []).at(-1)
    return last && isGrey(last.item.id) ? [{ kind: "ended", key: `ended ${last.item.id}`, ended: last }] : []
  }
  const kept = before.entries.flatMap(left)
  if (isHeld && before.entries.length > 0) {
    const placed = new Set(kept.flatMap((entry) => (entry.kind === "waiting" ? entry.group.items.map(({ id }) => id) : [])))
    const newcomers = items.filter(({ id }) => !placed.has(id))
    if (!newcomers.some(({ id }) => id === asked)) return { entries: kept, newcomers: newcomers.length }
  }
  const groups = groupsOf(order, apart).map((one): Entry => ({ kind: "waiting", key: one.key, group: one }))
  const greys = kept.filter((entry) => entry.kind === "ended")
  return { entries: [...greys, ...groups], newcomers: 0 }
}

/** An item; or in whose chat the user has folded what was open; null: the most urgent of each chat. */
export type Unfolded = ItemId | ReturnType<typeof foldedIn> | null

export function foldedIn(agentId: AgentId): `folded in ${string}` {
  return `folded in ${agentId}`
}

/** It is an item, and waits: it is neither settled nor put off. */
export function isAwake(attention: World["attention"], chosen: Unfolded): boolean {
  const item = attention[chosen as ItemId]
  return item !== undefined && (item.snoozed ?? null) === null
}

/** The one that is open: the chosen one while it waits, otherwise the most urgent of those that hold up `here` or anybody. */
export function unfoldedKey(strip: Strip, chosen: Unfolded, here: AgentId): string | null {
  if (chosen === foldedIn(here)) return null
  const groups = strip.entries.flatMap((entry) => (entry.kind === "waiting" ? [entry.group] : []))
  const found =
    groups.find(({ items }) => items.some(({ id }) => id === chosen)) ??
    groups.find(({ tier, items }) => tier <= BLOCKING || (tier < TO_REVIEW && items.some(({ agentId }) => agentId === here)))
  return found?.key ?? null
}

/** Tiers: up to this one a person must answer; from that one on it is only to be read. */
const BLOCKING = 1
export const TO_REVIEW = 4

export function isBatch(items: readonly AttentionItem[]): items is readonly ApprovalItem[] {
  return items.length > 1 && items.every(({ kind }) => kind === "approval")
}

export function areQuestions(items: readonly AttentionItem[]): items is readonly QuestionItem[] {
  return items.every(({ kind }) => kind === "question")
}
