// Owns: the one order in which things wait for the user (OPM-9, ux 2.6). Every list, badge and key that says "next" asks here.
import type { Agent, AgentId, AttentionItem, Instant, ItemId, World } from "@kibitz/contract"
import { findAgent } from "../team/agents.ts"
import { AGE_CAP_MINUTES, DEADLINE_MS, FANOUT_DOUBLINGS, PROMOTE_MINUTES, SAME_ROOM_MS, VISITED_MS, WEIGHT } from "./constants.ts"
import { holdsOthers, type Waiters, waitersIn } from "./fanout.ts"
import { type Merged, mergeItems } from "./merge.ts"
import { instantReader } from "./read-instant.ts"
import { isSnoozed } from "./snooze.ts"

export type OrderContext = {
  readonly now: Instant
  /** Who is whose parent, and who waits for whom. */
  readonly world: World
  readonly lastAnswer: { readonly agentId: AgentId; readonly at: Instant } | null
  /** When an item was last looked at without being resolved. */
  readonly visited: ReadonlyMap<ItemId, Instant>
  readonly pinned: ReadonlySet<AgentId>
}

/** What the user sees as one thing that waits: an item, or equal ones together. */
export type AttentionEntry = Merged & {
  readonly id: ItemId
  readonly tier: number
  /** After promotion: what it is sorted by. */
  readonly effectiveTier: number
  /** How many agents wait for it besides those that ask. */
  readonly fanout: number
  readonly score: number
  readonly visited: boolean
  readonly since: Instant
}

/** Most urgent first. What sleeps is left out; `snoozedItems` has it. */
export function orderItems(items: readonly AttentionItem[], context: OrderContext): readonly AttentionEntry[] {
  const { world, now } = context
  const awake = items.filter((item) => !isSnoozed(world, item, now))
  const measure = measures(context)
  return mergeItems(awake).map(measure).sort(byUrgency)
}

function byUrgency(a: AttentionEntry, b: AttentionEntry): number {
  if (a.effectiveTier !== b.effectiveTier) return a.effectiveTier - b.effectiveTier
  if (a.visited !== b.visited) return a.visited ? 1 : -1
  if (a.score !== b.score) return b.score - a.score
  // The texts of instants sort like their times.
  if (a.since !== b.since) return a.since < b.since ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function measures(context: OrderContext): (merged: Merged) => AttentionEntry {
  const { world, pinned } = context
  const read = instantReader()
  const now = read(context.now)
  const waiters = waitersIn(world)
  const placeOf = places(context, waiters, now)
  const urgency = deadlineWeight(now)
  const wasVisited = visits(context, now)
  return ({ lead, items }) => {
    const alone = items.length === 1
    const tier = alone ? lead.tier : Math.min(...items.map((item) => item.tier))
    const minutes = Math.max(0, (now - read(lead.at)) / 60_000)
    const place = placeOf(lead)
    const fanout = alone && !holdsOthers(lead) && waiters.onlyAbove(lead.agentId) ? place.waiting : waiters.of(items).size
    const score =
      WEIGHT.fanout * Math.min(1, Math.log2(1 + fanout) / FANOUT_DOUBLINGS) +
      WEIGHT.age * Math.min(1, minutes / (AGE_CAP_MINUTES[tier] ?? 1)) +
      WEIGHT.deadline * (alone ? urgency(lead) : Math.max(...items.map(urgency))) +
      WEIGHT.room * (alone ? place.near : Math.max(...items.map((item) => placeOf(item).near))) +
      WEIGHT.pinned * (pinned.size > 0 && items.some(({ agentId }) => pinned.has(agentId)) ? 1 : 0)
    const visited = alone ? wasVisited(lead) : items.some(wasVisited)
    const effectiveTier = promoted(tier, minutes)
    return { id: lead.id, lead, items, tier, effectiveTier, fanout, score, visited, since: lead.at }
  }
}

function promoted(tier: number, minutes: number): number {
  const after = PROMOTE_MINUTES[tier]
  return after != null && minutes >= after ? tier - 1 : tier
}

function deadlineWeight(now: number): (item: AttentionItem) => number {
  const far = new Date(now + DEADLINE_MS).toISOString()
  return (item) => {
    // Most deadlines are far: their text says so without being read as a time.
    if ((item.kind !== "approval" && item.kind !== "phase-request") || item.expiresAt >= far) return 0
    return Math.min(1, 1 - (Date.parse(item.expiresAt) - now) / DEADLINE_MS)
  }
}

/** What siblings have in common: how many wait above them, and how near they are to where the user has just answered. */
type Place = { readonly waiting: number; readonly near: number }
const nowhere: Place = { waiting: 0, near: 0 }

function places(context: OrderContext, waiters: Waiters, now: number): (item: AttentionItem) => Place {
  const { world } = context
  const last = lastAnswered(context, now)
  const nearRoom = nearness(world, last)
  const known = new Map<AgentId, Place>()
  const placeBelow = (id: AgentId): Place => {
    const there = known.get(id)
    if (there) return there
    const place = { waiting: waiters.above(id), near: nearRoom(id) }
    known.set(id, place)
    return place
  }
  return ({ agentId }) => {
    const agent = findAgent(world, agentId)
    const place = agent?.parentId ? placeBelow(agent.parentId) : nowhere
    return last && agentId === last.id ? { ...place, near: 1 } : place
  }
}

function lastAnswered({ world, lastAnswer }: OrderContext, now: number): Agent | undefined {
  const isRecent = lastAnswer !== null && now - Date.parse(lastAnswer.at) < SAME_ROOM_MS
  return isRecent ? findAgent(world, lastAnswer.agentId) : undefined
}

/** The user stays in the room where they have just answered: 1 in it, a half one room further. */
function nearness(world: World, last: Agent | undefined): (room: AgentId) => number {
  if (!last) return () => 0
  const grandparentId = parentOf(world, last.parentId)
  return (room) => {
    if (room === last.parentId) return 1
    return grandparentId !== null && parentOf(world, room) === grandparentId ? 0.5 : 0
  }
}

function parentOf(world: World, id: AgentId | null): AgentId | null {
  return id === null ? null : (findAgent(world, id)?.parentId ?? null)
}

function visits({ visited }: OrderContext, now: number): (item: AttentionItem) => boolean {
  if (visited.size === 0) return () => false
  return ({ id }) => {
    const at = visited.get(id)
    return at !== undefined && now - Date.parse(at) < VISITED_MS
  }
}
