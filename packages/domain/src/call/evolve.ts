import type { Agent, Call, EventOf, Instant, TurnStatus } from "@kibitz/contract"

export function evolveCall(agent: Agent, event: EventOf<"call.allowed" | "call.blocked" | "call.finished">, at: Instant): Agent {
  const turn = agent.turn
  if (turn?.id !== event.turnId) return agent
  const calls =
    event.type === "call.finished" ? turn.calls.map((call) => finish(call, event)) : [...turn.calls, judged(event, at)]
  const status: TurnStatus =
    turn.status.kind === "stopping"
      ? turn.status
      : { kind: calls.some((call) => call.status === "allowed") ? "calling" : "asking" }
  return { ...agent, turn: { ...turn, calls, status } }
}

function judged(event: EventOf<"call.allowed" | "call.blocked">, at: Instant): Call {
  const request = { id: event.callId, capability: event.capability, input: event.input }
  return event.type === "call.allowed"
    ? { status: "allowed", ...request, since: at }
    : { status: "blocked", ...request, because: event.verdict.because }
}

function finish(call: Call, event: EventOf<"call.finished">): Call {
  if (call.id !== event.callId) return call
  // The output stays in the journal: the world is kept in memory and sent to every screen.
  const result = { ...event.result, output: "" }
  return { status: "finished", id: call.id, capability: call.capability, input: call.input, result }
}
