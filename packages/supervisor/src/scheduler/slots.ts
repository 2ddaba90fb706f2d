// Owns: how many requests are out at the same time, and who is next when one more may go. Fair between the parts of the tree, on every
// level: a team with a hundred agents waiting gets no more than one with a single agent beside it. Does not own: what a request is, and
// what is fair (share-tree).
import type { AgentId } from "@kibitz/contract"
import { longer, ShareTree, type Waiting } from "./share-tree.ts"

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

export function requestSlots({ limit, pathOf, present }: SlotsNeeds): Slots {
  const tree = new ShareTree()
  let orders = 0

  function refill(): void {
    while (tree.waiting > 0 && tree.running < limit()) {
      const next = nextPresent() ?? tree.nextFair()
      if (!next) return
      tree.begin(next)
      next.go()
    }
  }

  function nextPresent(): Waiting | null {
    let found: Waiting | null = null
    for (const agentId of present()) found = longer(found, tree.firstOf(agentId))
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
      tree.join(one)
      refill()
      return {
        held: () => state === "held",
        settled,
        leave() {
          const before = state
          if (before === "left") return
          state = "left"
          resolve()
          if (before === "waiting") tree.withdraw(one)
          else tree.end(one)
          tree.forget(one)
          if (before === "held") refill()
        },
      }
    },
    refill,
    running: () => tree.running,
    waiting: () => tree.waiting,
  }
}
