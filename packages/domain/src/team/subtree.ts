import type { Agent, AgentId, World } from "@kibitz/contract"
import { findAgent } from "./agents.ts"

/** The agent and everybody below it, parents first. */
export function subtree(world: World, id: AgentId): readonly Agent[] {
  const ids: AgentId[] = [id]
  const found: Agent[] = []
  for (let at = 0; at < ids.length; at += 1) {
    const agent = findAgent(world, ids[at] as AgentId)
    if (!agent) continue
    found.push(agent)
    ids.push(...agent.childIds)
  }
  return found
}
