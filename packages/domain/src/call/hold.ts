// Owns: calls that are allowed and cannot begin yet, because as many run as may run at once. That they wait is in the journal, so that a screen shows it
// and a start after a crash knows that they have not run. Does not own: how many may run, and who is next (supervisor).
import type { Agent, CommandOf, Event, Turn, World } from "@kibitz/contract"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { isRunning } from "../team/running.ts"
import { afterCall, judgeCall } from "./decide.ts"

export function decideHoldCalls(agent: Agent, { turnId, callIds }: CommandOf<"calls.hold">): Decision {
  const turn = open(agent, turnId)
  const wanted = new Set(callIds)
  const waiting = turn?.calls.filter((call) => wanted.has(call.id) && isRunning(call)) ?? []
  if (waiting.length === 0) return over()
  return accept({ type: "calls.held", agentId: agent.id, turnId, callIds: waiting.map(({ id }) => id) })
}

/** T26: what may have changed while it waited is looked at in the transaction with which it begins. */
export function decideReleaseCall(world: World, agent: Agent, command: CommandOf<"call.release">, moment: Moment): Decision {
  const turn = open(agent, command.turnId)
  const call = turn?.calls.find(({ id }) => id === command.callId)
  if (!turn || call?.status !== "allowed" || !call.held) return over()
  const judged = judgeCall(world, agent, turn.id, call, moment, "whoever-comes")
  const released = { type: "call.released", agentId: agent.id, turnId: turn.id, callId: call.id } as const
  const allowed = judged.find((event) => event.type === "call.allowed")
  const { confinement } = allowed?.verdict ?? call
  if (allowed || (call.byUser && wouldOnlyAskAgain(judged)))
    return accept({ ...released, ...(confinement ? { confinement } : {}) })
  const isBlocked = judged.some(({ type }) => type === "call.blocked")
  return accept(...judged, ...(isBlocked ? afterCall(agent, turn, call) : []))
}

/** The user has said yes to just this, and that is used up. */
function wouldOnlyAskAgain(judged: readonly Event[]): boolean {
  return judged.some((event) => event.type === "attention.raised" && event.item.kind === "approval")
}

function open({ turn }: Agent, turnId: Turn["id"]): Turn | null {
  return turn?.id === turnId && turn.status.kind !== "stopping" ? turn : null
}

function over(): Decision {
  return reject("stale", "That call is over.")
}
