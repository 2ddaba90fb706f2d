// Owns: what follows when a check of a verification has ended: the next one, or what they amount to.
import type { Event, EventOf, World } from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"
import { agentOf } from "../team/of-agent.ts"
import { advanceVerification, isCheck } from "../verification/verify.ts"
import { verified } from "./unit-end.ts"

export function checkEnded(world: World, event: EventOf<"call.finished" | "call.blocked">, moment: Moment): Event[] {
  const agent = agentOf(world, event.agentId)
  const { turn } = agent
  if (!turn || turn.id !== event.turnId || !isCheck(turn, event)) return []
  const index = turn.checks.findIndex(({ callId }) => callId === event.callId)
  if (turn.outcomes.length > index) return []
  const events = advanceVerification(world, agent, turn, event, moment)
  const end = events.find((one) => one.type === "verification.ended")
  return end ? [...events, ...verified(world, { ...agent, turn: null }, turn, end, moment)] : events
}

/** Whether it can be the end of a check at all. */
export function isOfCheck(event: Event): event is EventOf<"call.finished" | "call.blocked"> {
  return event.type === "call.finished" || event.type === "call.blocked"
}
