// Owns: what a limit sets aside above the one that has it. Kept up from a changed agent to the root, so that asking how much is left never
// looks at a whole tree.
import type { Agent, AgentId, World } from "@kibitz/contract"
import { findAgent, putAgents } from "../team/agents.ts"

/** What it may still count on, seen from above: its own limit, or what those below it were promised. Whoever is gone counts on nothing. */
export function promiseTo(agent: Agent): number {
  if (agent.standing.kind === "dismissed") return 0
  return agent.limitUsd === null ? agent.promisedUsd : Math.max(0, unspent(agent))
}

export function unspent({ limitUsd, spentUsd, spentBelowUsd }: Agent): number {
  return (limitUsd ?? 0) - spentUsd - spentBelowUsd
}

/** Adds to everybody above an agent what has changed in the promises below them. */
export function promisesAfter(before: World, after: World, agentId: AgentId): World {
  const changed: Agent[] = []
  let now = findAgent(after, agentId)
  while (now?.parentId) {
    const then = findAgent(before, now.id)
    const above: Agent | undefined = findAgent(after, now.parentId)
    const change = promiseTo(now) - (then ? promiseTo(then) : 0)
    now = above
    if (!above || change === 0) continue
    now = { ...above, promisedUsd: above.promisedUsd + change }
    changed.push(now)
  }
  return changed.length === 0 ? after : { ...after, agents: putAgents(after.agents, changed) }
}

/** Counted anew, for tests: what keeping it up must come to. */
export function promisedBelow(world: World, id: AgentId): number {
  return (findAgent(world, id)?.childIds ?? []).reduce((sum, childId) => {
    const child = findAgent(world, childId)
    return child ? sum + promiseTo({ ...child, promisedUsd: promisedBelow(world, childId) }) : sum
  }, 0)
}
