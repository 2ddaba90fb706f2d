import type { Agent, AgentStatus } from "@kibitz/contract"

/** Derived, never stored: a status that is kept beside its cause can come to disagree with it. */
export function agentStatus(agent: Agent): AgentStatus {
  if (agent.turn) return waitsForUser(agent) ? "needs-you" : "working"
  if (agent.trouble) return agent.trouble.parked ? "paused" : "failed"
  return "waiting"
}

/** Nothing of it runs, and a call waits for the user's word. */
function waitsForUser({ turn }: Agent): boolean {
  if (turn?.status.kind !== "calling") return false
  return turn.calls.some((call) => call.status === "asked") && !turn.calls.some((call) => call.status === "allowed")
}
