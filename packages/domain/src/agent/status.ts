import type { Agent, AgentStatus } from "@kibitz/contract"

/** Derived, never stored: a status that is kept beside its cause can come to disagree with it. */
export function agentStatus(agent: Agent): AgentStatus {
  if (agent.turn) return "working"
  if (agent.trouble) return agent.trouble.parked ? "paused" : "failed"
  return "waiting"
}
