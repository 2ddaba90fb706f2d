// Owns: how much money an agent may still spend. A child's limit is set aside from its parent's, spent or not.
import type { Agent, World } from "@kibitz/contract"
import { findAgent } from "../agent/agents.ts"

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

function holders(world: World, agent: Agent): { holder: Agent; left: number }[] {
  const found: { holder: Agent; left: number }[] = []
  let below: Agent | undefined
  let promised = 0
  for (let holder: Agent | undefined = agent; holder; holder = holder.parentId ? findAgent(world, holder.parentId) : undefined) {
    // One without a limit draws on those above it, and so do its own promises.
    promised = setAside(world, holder, below) + (below?.limitUsd === null ? promised : 0)
    if (holder.limitUsd !== null) found.push({ holder, left: unspent(holder) - promised })
    below = holder
  }
  return found
}

/** What other children have been promised and not yet spent. The one on the way down spends from its own promise. */
function setAside(world: World, holder: Agent, except: Agent | undefined): number {
  return holder.childIds.reduce((sum, id) => {
    const child = id === except?.id ? undefined : findAgent(world, id)
    if (!child) return sum
    // One without a limit of its own may have promised to those below it.
    return sum + (child.limitUsd === null ? setAside(world, child, undefined) : Math.max(0, unspent(child)))
  }, 0)
}

function unspent({ limitUsd, spentUsd, spentBelowUsd }: Agent): number {
  return (limitUsd ?? 0) - spentUsd - spentBelowUsd
}
