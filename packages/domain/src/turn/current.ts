// Owns: the small words that all decisions about a turn share.
import type { Agent, Event, EventOf, ModelFailureKind, Turn, TurnId } from "@kibitz/contract"
import { type Decision, reject } from "../kernel/outcome.ts"

export function current(agent: Agent, turnId: TurnId): Turn | null {
  return agent.turn?.id === turnId ? agent.turn : null
}

export function stale(): Decision {
  return reject("stale", "That turn is over.")
}

export function interrupted(agent: Agent, turn: Turn, draft: string): Event {
  const paused = agent.standing.kind === "paused" ? { paused: true as const } : {}
  const apart = turn.brief.apart ? { apart: true as const } : {}
  return { type: "turn.interrupted", agentId: agent.id, turnId: turn.id, draft, ...paused, ...apart }
}

/** Failed by what the agent replied, or by Kibitz's own rules; not by the provider. */
export function failed(agent: Agent, turnId: TurnId, kind: ModelFailureKind, message: string): EventOf<"turn.failed"> {
  const failure = { kind, message, status: null, requestId: null, retryAfterMs: null }
  return { type: "turn.failed", agentId: agent.id, turnId, failure, parked: false, draft: "" }
}
