// Owns: that what an agent spends, all above it have spent below them.
import type { AgentId, World } from "@kibitz/contract"
import { findAgent, putAgent } from "../team/agents.ts"
import { promisesAfter } from "./promise.ts"

export function chargeAbove(world: World, agentId: AgentId, costUsd: number): World {
  if (costUsd === 0) return world
  let { agents } = world
  for (let id = findAgent(world, agentId)?.parentId ?? null; id; ) {
    const above = findAgent({ agents }, id)
    if (!above) break
    agents = putAgent(agents, { ...above, spentBelowUsd: above.spentBelowUsd + costUsd })
    id = above.parentId
  }
  return { ...world, agents }
}

/** The world once this reply is paid for. */
export function charged(world: World, agentId: AgentId, costUsd: number): World {
  const agent = findAgent(world, agentId)
  if (!agent || costUsd === 0) return world
  const own = { ...world, agents: putAgent(world.agents, { ...agent, spentUsd: agent.spentUsd + costUsd }) }
  return promisesAfter(world, chargeAbove(own, agentId, costUsd), agentId)
}
