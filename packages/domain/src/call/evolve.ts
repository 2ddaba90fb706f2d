import type { Agent, Call, EventOf, Instant, TurnStatus } from "@kibitz/contract"
import { bringsStrangersWords, isOpen } from "./decide.ts"

type CallEvent = EventOf<"call.asked" | "call.allowed" | "call.blocked" | "call.finished">

export function evolveCall(agent: Agent, event: CallEvent, at: Instant): Agent {
  const turn = agent.turn
  if (turn?.id !== event.turnId) return agent
  const known = turn.calls.find((call) => call.id === event.callId)
  const calls =
    event.type === "call.finished"
      ? turn.calls.map((call) => finish(call, event))
      : known
        ? turn.calls.map((call) => (call === known ? judged(event, at) : call))
        : [...turn.calls, judged(event, at)]
  const status: TurnStatus = turn.status.kind === "stopping" ? turn.status : { kind: calls.some(isOpen) ? "calling" : "asking" }
  const tainted = event.type === "call.finished" && known && bringsStrangersWords(known) ? at : agent.taintedAt
  return { ...agent, turn: { ...turn, calls, status }, taintedAt: agent.taintedAt ?? tainted }
}

function judged(event: EventOf<"call.asked" | "call.allowed" | "call.blocked">, at: Instant): Call {
  const request = { id: event.callId, capability: event.capability, input: event.input }
  const { confinement, because } = event.verdict
  switch (event.type) {
    case "call.asked":
      return { status: "asked", ...request, itemId: event.itemId, since: at }
    case "call.allowed":
      return { status: "allowed", ...request, since: at, ...(confinement ? { confinement } : {}) }
    case "call.blocked":
      return { status: "blocked", ...request, because }
  }
}

function finish(call: Call, event: EventOf<"call.finished">): Call {
  if (call.id !== event.callId) return call
  // The output stays in the journal: the world is kept in memory and sent to every screen.
  const result = { ...event.result, output: "" }
  return { status: "finished", id: call.id, capability: call.capability, input: call.input, result }
}
