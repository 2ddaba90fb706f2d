// Owns: what a screen that shows no transcript is spared of a turn: long texts that only a transcript shows.
import type { Agent, WorldSnapshot } from "@kibitz/contract"
import { leanCalls } from "../call/lean.ts"

/** The world as a screen gets it: the file an agent is about to write is not in it. */
export function leanSnapshot(snapshot: WorldSnapshot): WorldSnapshot {
  const agents = Object.fromEntries(Object.entries(snapshot.agents).map(([id, agent]) => [id, leanAgent(agent)]))
  return { ...snapshot, agents }
}

function leanAgent(whole: Agent): Agent {
  const agent = withoutDraft(whole)
  if (!agent.turn || agent.turn.calls.length === 0) return agent
  return { ...agent, turn: { ...agent.turn, calls: leanCalls(agent.turn.calls) } }
}

function withoutDraft(agent: Agent): Agent {
  if (agent.lastTurn?.draft === undefined) return agent
  const { draft: _, ...lastTurn } = agent.lastTurn
  return { ...agent, lastTurn }
}
