// Owns: who has a place and who waits for one, counted on every level of the tree of agents, and who is next by fairness. Does not own: how
// many places there are, and who goes before all others (slots).
import type { AgentId } from "@kibitz/contract"

/** An agent and all below it, as far as they run or wait. What it asks for itself is one of its parts, beside those of its children. */
type Part = {
  running: number
  /** When it last got a place, counted in places; 0: not yet. */
  served: number
  readonly waiting: Set<Waiting>
  readonly parts: Map<AgentId | "itself", Part>
}
/** Somebody who asked for a place. `order` counts up with the asking. */
export type Waiting = {
  readonly agentId: AgentId
  readonly path: readonly (AgentId | "itself")[]
  readonly order: number
  readonly go: () => void
}

export class ShareTree {
  readonly #all = newPart()
  readonly #waitingBy = new Map<AgentId, Set<Waiting>>()
  /** Places given out so far. */
  #places = 0

  get running(): number {
    return this.#all.running
  }

  get waiting(): number {
    return this.#all.waiting.size
  }

  join(one: Waiting): void {
    for (const part of this.#partsOn(one.path)) part.waiting.add(one)
    const own = this.#waitingBy.get(one.agentId) ?? new Set()
    this.#waitingBy.set(one.agentId, own.add(one))
  }

  withdraw(one: Waiting): void {
    for (const part of this.#partsOn(one.path)) {
      part.waiting.delete(one)
      if (part.waiting.size === 0) forgetIdle(part)
    }
    const own = this.#waitingBy.get(one.agentId)
    own?.delete(one)
    if (own?.size === 0) this.#waitingBy.delete(one.agentId)
  }

  /** It waits no longer: it has a place. */
  begin(one: Waiting): void {
    this.withdraw(one)
    this.#places++
    for (const part of this.#partsOn(one.path)) {
      part.served = this.#places
      part.running++
    }
  }

  end({ path }: Waiting): void {
    for (const part of this.#partsOn(path)) part.running--
  }

  /**
   * Parts that neither run nor wait are forgotten, or every agent there ever was would be looked at. Not while another part beside it waits:
   * coming back as one that never had a place, it would go first each time, and two that take turns would leave nothing for a team that waits.
   */
  forget({ path }: Waiting): void {
    const parts = this.#partsOn(path)
    for (let at = path.length; at > 0; at--) {
      const [above, part] = [parts[at - 1], parts[at]]
      if (!above || !part || !isIdle(part) || (above.waiting.size > 0 && part.served > 0)) return
      above.parts.delete(path[at - 1] as AgentId)
    }
  }

  nextFair(): Waiting | null {
    return nextFair(this.#all)
  }

  /** Of what this agent itself waits for, the one it asked for first. */
  firstOf(agentId: AgentId): Waiting | null {
    return first(this.#waitingBy.get(agentId))
  }

  /** From the whole tree down to the agent itself. */
  #partsOn(path: Waiting["path"]): readonly Part[] {
    const parts = [this.#all]
    let part = this.#all
    for (const id of path) {
      const below = part.parts.get(id) ?? newPart()
      part.parts.set(id, below)
      parts.push(below)
      part = below
    }
    return parts
  }
}

function newPart(): Part {
  return { running: 0, served: 0, waiting: new Set(), parts: new Map() }
}

function isIdle({ running, waiting }: Part): boolean {
  return running === 0 && waiting.size === 0
}

/** Nobody here waits any more, so there is nobody whom those that come back could go before. */
function forgetIdle({ parts }: Part): void {
  for (const [id, part] of parts) if (isIdle(part)) parts.delete(id)
}

/**
 * On each level the part with the fewest running; among equals, the one whose last place is longest ago. By age alone, a hundred that came
 * together would all go before one that came a moment later.
 */
function nextFair(part: Part): Waiting | null {
  let chosen: Part | null = null
  for (const other of part.parts.values()) if (other.waiting.size > 0 && (!chosen || isPoorer(other, chosen))) chosen = other
  return chosen ? nextFair(chosen) : first(part.waiting)
}

function isPoorer(one: Part, other: Part): boolean {
  if (one.running !== other.running) return one.running < other.running
  if (one.served !== other.served) return one.served < other.served
  return longer(first(one.waiting), first(other.waiting)) === first(one.waiting)
}

/** The one that came first: sets keep their order. */
function first(waiting: ReadonlySet<Waiting> | undefined): Waiting | null {
  for (const one of waiting ?? []) return one
  return null
}

/** The one that has waited longer. */
export function longer(one: Waiting | null, other: Waiting | null): Waiting | null {
  if (!one || !other) return one ?? other
  return one.order < other.order ? one : other
}
