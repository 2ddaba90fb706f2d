// Owns: the next-attention key (U3). At the first press the order is frozen, so that a newcomer can never slide under the finger;
// further presses walk that list until it has been left alone for a while.
import { type ItemId, jakeId, type World } from "@kibitz/contract"
import { findAgent } from "../agent/agents.ts"
import { FREEZE_MS } from "./constants.ts"
import type { AttentionEntry } from "./order.ts"

export type Walk = {
  /** The items of each entry, as they were ordered when the walk began. */
  readonly frozen: readonly (readonly ItemId[])[]
  /** Where it stands; -1: nowhere yet. */
  readonly at: number
  /** In milliseconds of a clock that never goes back. */
  readonly until: number
}

export const noWalk: Walk = { frozen: [], at: -1, until: Number.NEGATIVE_INFINITY }

/** target: null when nothing waits. */
export type Press = { readonly walk: Walk; readonly target: AttentionEntry | null }

export function pressNext(walk: Walk, now: number, order: readonly AttentionEntry[]): Press {
  return press(walk, now, order, 1)
}

/** The same list the other way round; pressed first, it begins at the end. */
export function pressBack(walk: Walk, now: number, order: readonly AttentionEntry[]): Press {
  return press(walk, now, order, -1)
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
  return { frozen, at: direction === 1 ? -1 : frozen.length, until: 0 }
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
