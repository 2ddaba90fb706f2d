// Owns: which changes of an item, and which stops of an agent, can give the user something to hear about outside of the app.
import type { Agent, AgentId, EventOf, World } from "@kibitz/contract"
import type { NoticeCause, Stop } from "../kernel/notices.ts"
import { findAgent } from "../team/agents.ts"

/** Raised once more with a change in it: the user has heard of it. */
export function raisedCause({ agentId, item }: EventOf<"attention.raised">, world: World, before: World | null): NoticeCause[] {
  if (before && Object.hasOwn(before.attention, item.id)) return []
  const agent = findAgent(world, agentId)
  return agent ? [{ type: "raised", item, name: agent.name, joined: agent.presence !== null, stop: stopOf(agent) }] : []
}

/** Where the next turn has begun in the same moment, it has not stopped. */
export function stoppedCause({ agentId }: { readonly agentId: AgentId }, world: World): NoticeCause[] {
  const agent = findAgent(world, agentId)
  if (!agent || agent.presence === null || agent.turn !== null) return []
  return [{ type: "stopped", agentId, name: agent.name, stop: stopOf(agent) }]
}

function stopOf({ standing, lastTurn }: Agent): Stop {
  if (standing.kind === "done" || standing.kind === "stuck") return standing.kind
  return lastTurn?.outcome === "failed" ? "failed" : "replied"
}
