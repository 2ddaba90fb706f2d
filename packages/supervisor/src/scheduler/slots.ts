// Owns: how many requests are out at the same time, and who is next when one more may go. Fair between the parts of the tree, on every
// level: a team with a hundred agents waiting gets no more than one with a single agent beside it. Does not own: what a request is.
import type { AgentId } from "@kibitz/contract"

export type Place = {
  /** Whether the request may go out now. */
  readonly held: () => boolean
  /** Resolves when it is held, or given up. */
  readonly settled: Promise<void>
  /** The request is over, or nobody wants it any more. May be said twice. */
  leave(): void
}

export type Slots = {
  ask(agentId: AgentId): Place
  /** The limit may have been raised. */
  refill(): void
  running(): number
  waiting(): number
}

export type SlotsNeeds = {
  readonly limit: () => number
  /** Itself, and all above it, the root left out; the one below the root first. Empty for the root. */
  readonly pathOf: (agentId: AgentId) => readonly AgentId[]
  /** With whom the user is right now: they go first. */
  readonly present: () => Iterable<AgentId>
}

/** An agent and all below it, as far as they run or wait. What it asks for itself is one of its parts, beside those of its children. */
type Part = {
  running: number
  /** When it last got a place, counted in places; 0: not yet. */
  served: number
  readonly waiting: Set<Waiting>
  readonly parts: Map<AgentId | "itself", Part>
}
type Waiting = {
  readonly agentId: AgentId
  readonly path: readonly (AgentId | "itself")[]
  readonly order: number
  readonly go: () => void
}

export function requestSlots({ limit, pathOf, present }: SlotsNeeds): Slots {
  const all = newPart()
  const waitingBy = new Map<AgentId, Set<Waiting>>()
  let orders = 0
  let places = 0

  function join(one: Waiting): void {
    for (const part of partsOn(one.path)) part.waiting.add(one)
    const own = waitingBy.get(one.agentId) ?? new Set()
    waitingBy.set(one.agentId, own.add(one))
  }

  function withdraw(one: Waiting): void {
    for (const part of partsOn(one.path)) {
      part.waiting.delete(one)
      if (part.waiting.size === 0) forgetIdle(part)
    }
    const own = waitingBy.get(one.agentId)
    own?.delete(one)
    if (own?.size === 0) waitingBy.delete(one.agentId)
  }

  /** From the whole tree down to the agent itself. */
  function partsOn(path: Waiting["path"]): readonly Part[] {
    const parts = [all]
    let part = all
    for (const id of path) {
      const below = part.parts.get(id) ?? newPart()
      part.parts.set(id, below)
      parts.push(below)
      part = below
    }
    return parts
  }

  function count({ path }: Waiting, change: 1 | -1): void {
    for (const part of partsOn(path)) part.running += change
  }

  /**
   * What neither runs nor waits is forgotten, or every agent there ever was would be looked at. Not while another beside it waits: coming back
   * as one that never had a place, it would go first each time, and two that take turns would leave nothing for a team that waits.
   */
  function forget({ path }: Waiting): void {
    const parts = partsOn(path)
    for (let at = path.length; at > 0; at--) {
      const [above, part] = [parts[at - 1], parts[at]]
      if (!above || !part || !isIdle(part) || (above.waiting.size > 0 && part.served > 0)) return
      above.parts.delete(path[at - 1] as AgentId)
    }
  }

  function refill(): void {
    while (all.waiting.size > 0 && all.running < limit()) {
      const next = nextPresent() ?? nextFair(all)
      if (!next) return
      withdraw(next)
      places++
      for (const part of partsOn(next.path)) part.served = places
      count(next, 1)
      next.go()
    }
  }

  function nextPresent(): Waiting | null {
    let found: Waiting | null = null
    for (const agentId of present()) found = longer(found, first(waitingBy.get(agentId)))
    return found
  }

  return {
    ask(agentId) {
      let state: "waiting" | "held" | "left" = "waiting"
      const { promise: settled, resolve } = Promise.withResolvers<void>()
      const one: Waiting = {
        agentId,
        path: [...pathOf(agentId), "itself"],
        order: orders++,
        go() {
          state = "held"
          resolve()
        },
      }
      join(one)
      refill()
      return {
        held: () => state === "held",
        settled,
        leave() {
          const before = state
          if (before === "left") return
          state = "left"
          resolve()
          if (before === "waiting") withdraw(one)
          else count(one, -1)
          forget(one)
          if (before === "held") refill()
        },
      }
    },
    refill,
    running: () => all.running,
    waiting: () => all.waiting.size,
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

function longer(one: Waiting | null, other: Waiting | null): Waiting | null {
  if (!one || !other) return one ?? other
  return one.order < other.order ? one : other
}
