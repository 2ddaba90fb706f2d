// Owns: the next-attention key (U3). At the first press the order is frozen, so that a newcomer can never slide under the finger;
// further presses walk that list until it has been left alone for a while. Back leads to where one has been, in whichever order that was; only where
// that is used up, or does not wait any more, the list is walked the other way round.
import { type AgentId, type ItemId, jakeId, type World } from "@kibitz/contract"
import { findAgent } from "../team/agents.ts"
import { FREEZE_MS } from "./constants.ts"
import type { AttentionEntry } from "./order.ts"

export type Walk = {
  /** The items of each entry, as they were ordered when the walk began. */
  readonly frozen: readonly (readonly ItemId[])[]
  /** Where it stands; -1: nowhere yet. */
  readonly at: number
  /** In milliseconds of a clock that never goes back. */
  readonly until: number
  /** Who was gone to, over all lists, the present one last: an order that is frozen anew puts them behind. */
  readonly trail: readonly Stop[]
}

type Stop = { readonly agentId: AgentId; readonly items: readonly ItemId[] }

export const noWalk: Walk = { frozen: [], at: -1, until: Number.NEGATIVE_INFINITY, trail: [] }

const KEPT_STOPS = 50

/** target: null when nothing waits. */
export type Press = { readonly walk: Walk; readonly target: AttentionEntry | null }

/** `here`: with whom the user is; null: with nobody. Left out: where the walk led. */
export function pressNext(walk: Walk, now: number, order: readonly AttentionEntry[], here?: AgentId | null): Press {
  const trail = trailTo(here, walk.trail, order)
  const { walk: next, target } = press(walk, now, order, 1)
  if (!target) return { walk: next, target }
  const isSame = trail.at(-1)?.items.some((id) => target.items.some((item) => item.id === id))
  return { walk: { ...next, trail: isSame ? trail : [...trail, stopAt(target)].slice(-KEPT_STOPS) }, target }
}

/** To the one before; where there is none, the same list the other way round; pressed first, it begins at the end. */
export function pressBack(walk: Walk, now: number, order: readonly AttentionEntry[], here?: AgentId | null): Press {
  const been = trailTo(here, walk.trail, order).slice(0, -1)
  for (let last = been.length - 1; last >= 0; last -= 1) {
    const target = order.find(({ items }) => items.some(({ id }) => been[last]?.items.includes(id)))
    if (!target) continue
    const { frozen } = now < walk.until ? walk : frozenAt(order, -1)
    const at = frozen.findIndex((ids) => target.items.some(({ id }) => ids.includes(id)))
    return { walk: { frozen, at, until: now + FREEZE_MS, trail: been.slice(0, last + 1) }, target }
  }
  const { walk: next, target } = press(walk, now, order, -1)
  return { walk: { ...next, trail: target ? [stopAt(target)] : [] }, target }
}

/** Whoever has gone elsewhere by themselves begins there. */
function trailTo(here: AgentId | null | undefined, trail: readonly Stop[], order: readonly AttentionEntry[]): readonly Stop[] {
  if (here === undefined || trail.at(-1)?.agentId === here) return trail
  const entry = order.find(({ lead }) => lead.agentId === here)
  return entry ? [stopAt(entry)] : []
}

function stopAt({ lead, items }: AttentionEntry): Stop {
  return { agentId: lead.agentId, items: items.map(({ id }) => id) }
}

function press(walk: Walk, now: number, order: readonly AttentionEntry[], direction: 1 | -1): Press {
  const current = now < walk.until ? step(walk, order, direction) : null
  // Everything on the frozen list has been resolved meanwhile: what has come since may be shown now.
  const next = current ?? step(frozenAt(order, direction), order, direction)
  if (!next) return { walk: noWalk, target: null }
  return { walk: { ...next.walk, until: now + FREEZE_MS }, target: next.target }
}

function frozenAt(order: readonly AttentionEntry[], direction: 1 | -1): Walk {
  const frozen = order.map(({ items }) => items.map(({ id }) => id))
  return { frozen, at: direction === 1 ? -1 : frozen.length, until: 0, trail: [] }
}

/** To the nearest that still waits, round the end of the list if need be. */
function step(walk: Walk, order: readonly AttentionEntry[], direction: 1 | -1) {
  const waiting = new Map(order.flatMap((entry) => entry.items.map(({ id }) => [id, entry] as const)))
  const { length } = walk.frozen
  for (let moved = 1; moved <= length; moved += 1) {
    const at = (((walk.at + direction * moved) % length) + length) % length
    const id = walk.frozen[at]?.find((candidate) => waiting.has(candidate))
    const target = id === undefined ? undefined : waiting.get(id)
    if (target) return { walk: { ...walk, at }, target }
  }
  return null
}

/** What the key says when nothing waits: it is never a dead key. */
export function nobodyNeedsYou(world: World): string {
  const working = findAgent(world, jakeId)?.tally.working ?? 0
  return `Nobody needs you. ${working === 0 ? "Nobody works." : `${working} working.`}`
}
