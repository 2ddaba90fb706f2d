// Owns: what a screen that shows no transcript is spared of a turn: long texts that only a transcript shows.
import type { Agent, AskedBrief, WorldSnapshot } from "@kibitz/contract"
import { leanCalls, leanInput } from "../call/lean.ts"

/** The world as a screen gets it: the file an agent is about to write is not in it. */
export function leanSnapshot(snapshot: WorldSnapshot): WorldSnapshot {
  const agents = Object.fromEntries(Object.entries(snapshot.agents).map(([id, agent]) => [id, leanAgent(agent)]))
  return { ...snapshot, agents }
}

function leanAgent(whole: Agent): Agent {
  const agent = withoutDraft(whole)
  const { turn } = agent
  if (!turn) return agent
  const found = turn.found ? { found: turn.found.map(leanInput) } : {}
  return { ...agent, turn: { ...turn, brief: leanBrief(turn.brief), calls: leanCalls(turn.calls), ...found } }
}

/** What the model is shown may be long, and only the model needs it. */
export function leanBrief(brief: AskedBrief): AskedBrief {
  return { ...brief, input: leanInput(brief.input) }
}

function withoutDraft(agent: Agent): Agent {
  if (agent.lastTurn?.draft === undefined) return agent
  const { draft: _, ...lastTurn } = agent.lastTurn
  return { ...agent, lastTurn }
}
