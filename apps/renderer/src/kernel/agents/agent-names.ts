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

/** Who asks the same thing together: the team they are of, when it is one, else their names. */
export function showAskers(world: World, agentIds: readonly AgentId[]): string {
  const [first, ...more] = new Set(agentIds)
  const lead = first && more.length > 0 ? findAgent(world, first)?.parentId : null
  const isOneTeam = lead != null && more.every((id) => findAgent(world, id)?.parentId === lead)
  return isOneTeam ? `${nameOf(world, lead)}'s team` : showNames(world, agentIds)
}
