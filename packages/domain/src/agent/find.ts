import type { Agent, AgentId, World } from "@kibitz/contract"

/** Ids come from outside, and every object "has" a toString: only what was put there counts. */
export function findAgent(world: World, id: AgentId): Agent | undefined {
  return Object.hasOwn(world.agents, id) ? world.agents[id] : undefined
}
