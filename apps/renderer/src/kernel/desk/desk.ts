// Owns: what this screen remembers of the user's way through what waits: what was looked at, where the last answer was, the walk, and what was
// begun as an answer.
import { type AgentId, type Instant, type ItemId, toInstant, type World } from "@kibitz/contract"
import { type AttentionEntry, noWalk, orderItems, pressBack, pressNext, type Walk } from "@kibitz/domain"
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Keep } from "../keep/keep.ts"
import { createHalfAnswers, type HalfAnswers } from "./half-answers.ts"

export type Desk = {
  /** Most urgent first; what sleeps is left out. */
  order(world: World): readonly AttentionEntry[]
  answered(agentId: AgentId): void
  readonly halfAnswers: HalfAnswers
  /** Answered on this screen, in whichever place: no other place of it tells the user what they have just done. */
  readonly mine: StoreApi<ReadonlySet<string>>
  /** `isTaken` false: it was refused after all. */
  answering(items: readonly ItemId[], isTaken?: boolean): void
  /** These have been looked at, whichever way one came: those not looked at come first for a while. */
  visit(items: readonly ItemId[]): void
  /** Where the key for the next leads, or the one back; null: nothing waits. `here`: with whom the user is. */
  step(world: World, direction: 1 | -1, here?: AgentId | null): AttentionEntry | null
}

/** What was looked at longer ago has no bearing on the order. */
const KEPT_VISITS = 200

const nobody: ReadonlySet<AgentId> = new Set()
const nowhere: Keep = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

export type DeskOptions = {
  /** Where what was begun as an answer is kept; left out: only on this screen. */
  readonly keep?: Keep
  readonly clock?: () => number
  readonly now?: () => Instant
  /** Who has a slot: what they wait for counts a little more (ux 2.6). */
  readonly pinned?: () => ReadonlySet<AgentId>
}

export function createDesk(options: DeskOptions = {}): Desk {
  const { clock = () => performance.now(), now = nowInstant, pinned = () => nobody, keep = nowhere } = options
  const visited = new Map<ItemId, Instant>()
  let lastAnswer: { readonly agentId: AgentId; readonly at: Instant } | null = null
  let walk: Walk = noWalk
  const mine = createStore<ReadonlySet<string>>(() => new Set())

  const order = (world: World) =>
    orderItems(Object.values(world.attention), { world, now: now(), lastAnswer, visited, pinned: pinned() })

  function visit(items: readonly ItemId[]): void {
    for (const id of items) {
      visited.delete(id)
      visited.set(id, now())
    }
    for (const id of visited.keys()) {
      if (visited.size <= KEPT_VISITS) break
      visited.delete(id)
    }
  }

  return {
    order,
    answered: (agentId) => {
      lastAnswer = { agentId, at: now() }
    },
    halfAnswers: createHalfAnswers(keep),
    mine,
    answering: (items, isTaken = true) => {
      const these = new Set<string>(items)
      mine.setState((before) => (isTaken ? before.union(these) : before.difference(these)), true)
    },
    visit,
    step: (world, direction, here) => {
      const press = (direction === 1 ? pressNext : pressBack)(walk, clock(), order(world), here)
      walk = press.walk
      return press.target
    },
  }
}

function nowInstant(): Instant {
  return toInstant(Temporal.Now.instant())
}
