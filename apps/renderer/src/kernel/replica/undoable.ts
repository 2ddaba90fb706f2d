// Owns: what the user has just changed of an agent's power in one step, and what that took from those below it: for a moment it can be taken back
// (ux 2.10). Giving power up is one step, and so is typing /execute. Other raises take a second step and are not offered.
import type { AgentId, EventOf, Recorded, SteerableAxis } from "@kibitz/contract"
import { isLowering } from "@kibitz/domain"

export type UndoStep = {
  readonly agentId: AgentId
  readonly axis: SteerableAxis
  readonly from: string
  readonly to: string
}
/** `seq`: which one it is. The user's own step comes first; what it dragged along follows, those above before those below. */
export type Undoable = { readonly seq: number; readonly steps: readonly UndoStep[] }

/** Why a change was made that takes another back. It is not offered to be taken back itself: that would never end. */
export const UNDONE = "undone"

/** Those that came in one go belong together; the last one wins. What was taken back, in whichever window, is offered in none any more. */
export function withUndoable(before: Undoable | null, events: readonly Recorded[]): Undoable | null {
  const steps = events.flatMap(({ seq, event }) =>
    event.type === "posture.changed" && (isLowering(event.axis, event.from, event.to) || isTypedExecute(event))
      ? [{ seq, event }]
      : [],
  )
  const own = steps.filter(({ event }) => event.actor === "user" && event.scope === "now" && event.reason !== UNDONE)
  const [first] = own
  if (!first) return before && events.some(({ event }) => takesBack(event, before)) ? null : before
  const dragged = steps.filter(({ event }) => event.actor === "parent")
  return { seq: first.seq, steps: [...own, ...dragged].flatMap(({ event }) => stepOf(event)) }
}

function takesBack(event: Recorded["event"], { steps }: Undoable): boolean {
  if (event.type !== "posture.changed" || event.reason !== UNDONE) return false
  return steps.some(({ agentId, axis }) => agentId === event.agentId && axis === event.axis)
}

function isTypedExecute({ axis, to, reason }: EventOf<"posture.changed">): boolean {
  return axis === "phase" && to === "execution" && /^\/execute(?:\s|$)/i.test(reason)
}

/** `unrestricted` is not given back by one press: it wants its word each time. */
function stepOf({ agentId, axis, from, to }: EventOf<"posture.changed">): UndoStep[] {
  return axis === "surface" || from === "unrestricted" ? [] : [{ agentId, axis, from, to }]
}
