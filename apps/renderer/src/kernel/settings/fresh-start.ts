// Owns: which rehearsal agents can be sent away together so that only real ones are left. Pure.
import type { Agent, AgentId, World } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"

export type FreshStart = {
  /** With everything below them. */
  readonly dismissed: readonly AgentId[]
  /** Begin anew with the model: the root stays, and so does whoever has a real agent below. */
  readonly recast: readonly AgentId[]
}

export function freshStart(world: World): FreshStart {
  const dismissed: AgentId[] = []
  const recast: AgentId[] = []
  const visit = (agent: Agent): void => {
    if (agent.standing.kind === "dismissed") return
    if (agent.parentId !== null && isAllRehearsal(world, agent)) {
      dismissed.push(agent.id)
      return
    }
    if (agent.rehearsal) recast.push(agent.id)
    for (const id of agent.childIds) {
      const child = findAgent(world, id)
      if (child) visit(child)
    }
  }
  for (const agent of allAgents(world)) if (agent.parentId === null) visit(agent)
  return { dismissed, recast }
}

function isAllRehearsal(world: World, agent: Agent): boolean {
  if (agent.standing.kind === "dismissed") return true
  return (
    agent.rehearsal &&
    agent.childIds.every((id) => {
      const child = findAgent(world, id)
      return !child || isAllRehearsal(world, child)
    })
  )
}
