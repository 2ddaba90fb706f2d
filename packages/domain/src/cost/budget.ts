// Owns: how much money an agent may still spend. A child's limit is set aside from its parent's, spent or not.
import type { Agent, AgentId, World } from "@kibitz/contract"
import { findAgent } from "../team/agents.ts"
import { promiseTo, unspent } from "./promise.ts"

/** Less than this is nothing: sums of fractions of cents do not come out even. */
const NOTHING = 1e-9

/** The tightest of its own limit and those above it; null when nobody set one. Never negative. */
export function remainingUsd(world: World, agent: Agent): number | null {
  const left = holders(world, agent).map(({ left }) => left)
  return left.length === 0 ? null : Math.max(0, Math.min(...left))
}

/** Whose limit is reached, the nearest first. */
export function breached(world: World, agent: Agent): { holder: Agent } | null {
  const reached = holders(world, agent).find(({ left }) => left <= NOTHING)
  return reached ? { holder: reached.holder } : null
}

/** Whether nothing is left of this limit for this agent, wherever it stands above it. */
export function isSpent(world: World, agent: Agent, holderId: AgentId): boolean {
  return holders(world, agent).some(({ holder, left }) => holder.id === holderId && left <= NOTHING)
}

/** The highest limit it draws on, its own included: what is set aside anew below it is there, or gone, for everybody below it. */
export function topPurse(world: World, agent: Agent): Agent | null {
  return holders(world, agent).at(-1)?.holder ?? null
}

function holders(world: World, agent: Agent): { holder: Agent; left: number }[] {
  const found: { holder: Agent; left: number }[] = []
  let below: Agent | undefined
  let promised = 0
  for (let holder: Agent | undefined = agent; holder; holder = holder.parentId ? findAgent(world, holder.parentId) : undefined) {
    // The one on the way down spends from its own promise. One without a limit draws on those above it, and so do its own promises.
    promised = holder.promisedUsd - (below ? promiseTo(below) : 0) + (below?.limitUsd === null ? promised : 0)
    if (holder.limitUsd !== null) found.push({ holder, left: unspent(holder) - promised })
    below = holder
  }
  return found
}
