import { type Agent, type EventOf, type Instant, noUsage, type StopReason, type Turn, type Usage } from "@kibitz/contract"
import { isOpen } from "../call/decide.ts"
import { unreachable } from "../outcome.ts"

type TurnEvent = EventOf<
  | "turn.started"
  | "turn.replied"
  | "turn.delayed"
  | "turn.step-retried"
  | "turn.stopping"
  | "turn.interrupted"
  | "turn.failed"
  | "turn.recovered"
  | "turn.finished"
>

export function evolveTurn(agent: Agent, event: TurnEvent, at: Instant): Agent {
  if (event.type === "turn.started") {
    const turn: Turn = {
      id: event.turnId,
      startedAt: at,
      step: 0,
      attempt: 1,
      lastFailure: null,
      model: event.model,
      status: { kind: "asking" },
      calls: [],
    }
    return { ...agent, turn, trouble: null, spell: agent.spell + 1 }
  }
  const turn = agent.turn
  if (turn?.id !== event.turnId) return agent
  switch (event.type) {
    case "turn.replied":
      return {
        ...agent,
        turn: { ...turn, step: event.step, attempt: 1, lastFailure: null, status: { kind: "asking" }, calls: [] },
        usage: addUsage(agent.usage, event.reply.usage),
        spentUsd: agent.spentUsd + (event.costUsd ?? 0),
        lastTurn: { outcome: "finished", stopReason: event.reply.stopReason },
      }
    case "turn.delayed":
      return {
        ...agent,
        turn: {
          ...turn,
          lastFailure: event.failure.kind,
          status: { kind: "delayed", until: event.until, failure: event.failure },
        },
      }
    case "turn.step-retried":
      return { ...agent, turn: { ...turn, attempt: event.attempt, status: { kind: "asking" } } }
    case "turn.stopping":
      return { ...agent, turn: { ...turn, status: { kind: "stopping" } } }
    case "turn.recovered":
      // The provider's wait outlives the app: asking earlier would be refused again, at the cost of everybody.
      if (turn.status.kind === "delayed") return agent
      return {
        ...agent,
        turn: { ...turn, status: { kind: turn.calls.some(isOpen) ? "calling" : "asking" } },
      }
    case "turn.interrupted":
      return onHold(ended(agent, "interrupted", null))
    case "turn.failed":
      return {
        ...onHold(ended(agent, "failed", null)),
        trouble: { at, turnId: event.turnId, parked: event.parked, failure: event.failure },
      }
    case "turn.finished":
      return ended(agent, "finished", agent.lastTurn?.stopReason ?? null)
    default:
      return unreachable(event)
  }
}

function ended(agent: Agent, outcome: "finished" | "interrupted" | "failed", stopReason: StopReason | null): Agent {
  return { ...agent, turn: null, lastTurn: { outcome, stopReason } }
}

/** There is no next step any more at which something could be taken: what was meant for it comes first when the user goes on. */
function onHold(agent: Agent): Agent {
  if (agent.queue.every((message) => message.delivery === "queue")) return agent
  const queue = [...agent.queue].sort((a, b) => Number(b.delivery === "now") - Number(a.delivery === "now"))
  return { ...agent, queue: queue.map((message) => ({ ...message, delivery: "queue" as const })) }
}

function addUsage(sum: Usage = noUsage, more: Usage): Usage {
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + more.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + more.cacheWriteTokens,
    estimated: sum.estimated || more.estimated,
  }
}
