// Owns: which calls of a reply go ahead, and how calls end that nobody will finish. The gate's verdict is part of the decision, so
// that a call and the reason it was allowed are one transaction.
import { type Agent, type CommandOf, capabilities, type Event, type ToolUseBlock, type Turn, type TurnId } from "@kibitz/contract"
import { defaultAccess, judge } from "../gate/judge.ts"
import { deliverNow } from "../message/decide.ts"
import { accept, type Decision, reject } from "../outcome.ts"

const notMade = {
  stopped: "The user stopped this turn before the call was made.",
  exhausted: "This turn has had as many steps as a turn may have, so the call was not made.",
}

export function judgeCalls(
  agent: Agent,
  turnId: TurnId,
  blocks: readonly ToolUseBlock[],
  turn: "running" | "stopped" | "exhausted",
): Event[] {
  return blocks.map((block): Event => {
    const request = { agentId: agent.id, turnId, callId: block.id, capability: block.name, input: block.input }
    const verdict =
      turn !== "running"
        ? { effect: "deny" as const, rule: turn, because: notMade[turn] }
        : judge({ capability: block.name, input: block.input, access: defaultAccess })
    return { type: verdict.effect === "allow" ? "call.allowed" : "call.blocked", ...request, verdict }
  })
}

export function decideFinish(agent: Agent, command: CommandOf<"call.finish">): Decision {
  const turn = agent.turn
  const call = turn?.id === command.turnId ? turn.calls.find((candidate) => candidate.id === command.callId) : undefined
  if (!turn || call?.status !== "allowed") return reject("stale", "That call is over.")
  const finished: Event = { type: "call.finished", agentId: agent.id, turnId: turn.id, callId: call.id, result: command.result }
  const wasLast = turn.calls.every((other) => other.id === call.id || other.status !== "allowed")
  return accept(finished, ...(wasLast && turn.status.kind === "calling" ? deliverNow(agent, turn.id) : []))
}

/** Every tool_use needs a tool_result, or no later request of this agent is valid (A15). */
export function closeCalls(agent: Agent, turn: Turn, why: "stopped" | "unknown-outcome" = "stopped"): Event[] {
  const events: Event[] = []
  for (const call of turn.calls) {
    if (call.status !== "allowed") continue
    const declared = (capabilities as Record<string, { idempotency: string } | undefined>)[call.capability]
    // A read can simply be run again after a crash (F6); only what may have had an effect is closed as unknown.
    if (why === "unknown-outcome" && declared?.idempotency === "read") continue
    const output =
      why === "stopped"
        ? "The user stopped this turn. Whether the call had an effect is not known."
        : "Kibitz was restarted while this ran: interrupted, outcome unknown. Check before doing it again."
    const result = { ok: false, output, bytes: output.length, durationMs: 0 }
    events.push({ type: "call.finished", agentId: agent.id, turnId: turn.id, callId: call.id, result })
  }
  return events
}
