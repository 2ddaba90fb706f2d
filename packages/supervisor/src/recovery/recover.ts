// Owns: what was in flight when the app went away (F1–F8, OPM-11). The only place that decides about it; runs once, at start.
import { allAgents } from "@kibitz/domain"
import type { Drafts } from "@kibitz/ports"
import type { Supervisor } from "../supervisor.ts"

export async function recoverTurns(supervisor: Supervisor, drafts: Drafts): Promise<number> {
  const turns = allAgents(supervisor.world()).flatMap((agent) =>
    agent.turn ? [{ agentId: agent.id, turnId: agent.turn.id }] : [],
  )
  await Promise.all(turns.map((turn) => supervisor.dispatch({ type: "turn.recover", ...turn, draft: drafts.read(turn.turnId) })))
  for (const { turnId } of turns) drafts.drop(turnId)
  return turns.length
}
