// Owns: several agents in few words.
import type { AgentId, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"

export function nameOf(world: World, agentId: AgentId): string {
  return findAgent(world, agentId)?.name ?? agentId
}

/** Ed; Ed and Mira; Ed, Mira +4. */
export function showNames(world: World, agentIds: readonly AgentId[]): string {
  const [first = "", second, ...more] = [...new Set(agentIds.map((id) => nameOf(world, id)))]
  if (second === undefined) return first
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} +${more.length}`
}
