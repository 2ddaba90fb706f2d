// Owns: the calls of a turn that run or wait, and waiting for a place: a call that waits is seen to wait, and is on disk as begun before it
// begins. Does not own: how many may run, and which is next (call-slots).
import type { AgentId, Call, CallId, TurnId, World } from "@kibitz/contract"
import { findAgent, isHeld, isRunning } from "@kibitz/domain"
import type { Place } from "../scheduler/slots.ts"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"

export type WaitNeeds = { readonly supervisor: Pick<Supervisor, "world" | "dispatch">; readonly timers: TimerQueue }

/** A call that has its place sooner is not worth a line in the journal. */
const SEEN_TO_WAIT_MS = 250
const TRY_AGAIN_MS = 1_000

export type CallOf = { readonly agentId: AgentId; readonly turnId: TurnId; readonly callId: CallId }
/** The calls of one turn that run or wait. */
export type UnderWay = {
  readonly agentId: AgentId
  readonly controller: AbortController
  readonly places: Set<Place>
  /** Waiting, and the journal does not say so yet. */
  readonly unseen: Set<CallId>
  /** The last time the journal was told who waits. */
  telling: Promise<unknown>
}

export function newTurn(agentId: AgentId): UnderWay {
  return { agentId, controller: new AbortController(), places: new Set(), unseen: new Set(), telling: Promise.resolve() }
}

export function leave(turn: UnderWay, place: Place): void {
  turn.places.delete(place)
  place.leave()
}

/** Ends what runs and forgets what waits. */
export function abort(turn: UnderWay): void {
  turn.controller.abort()
  turn.unseen.clear()
  // A command that is told to end keeps its place until it has ended; one that waits has none to keep.
  for (const place of turn.places) if (!place.held()) place.leave()
}

/** The call as it begins. null: it does not begin any more, or not now. */
export async function waitForPlace(needs: WaitNeeds, of: CallOf, turn: UnderWay, place: Place): Promise<Call | null> {
  const { supervisor, timers } = needs
  if (!place.held()) {
    if (turn.unseen.size === 0) timers.after(SEEN_TO_WAIT_MS, `hold/${of.turnId}`, () => tellWhoWaits(needs, of, turn))
    turn.unseen.add(of.callId)
    await place.settled
    turn.unseen.delete(of.callId)
    await turn.telling
  }
  while (place.held()) {
    const call = callIn(supervisor.world(), of)
    if (!call || !isHeld(call)) return call && isRunning(call) ? call : null
    // Only what is known not to have begun can be begun after a crash: it is on disk before it begins.
    const outcome = await supervisor.dispatch({ type: "call.release", ...of })
    if ("rejection" in outcome && outcome.rejection.kind !== "storage-failed") return null
    if ("rejection" in outcome) await new Promise<void>((resolve) => timers.after(TRY_AGAIN_MS, `call/${of.callId}`, resolve))
  }
  return null
}

/** A full disk cannot record it, and then nobody sees it: no reason for a call not to begin. */
function tellWhoWaits({ supervisor }: WaitNeeds, { agentId, turnId }: CallOf, turn: UnderWay): void {
  const callIds = [...turn.unseen]
  turn.unseen.clear()
  if (callIds.length > 0) turn.telling = supervisor.dispatch({ type: "calls.hold", agentId, turnId, callIds })
}

function callIn(world: World, { agentId, turnId, callId }: CallOf): Call | null {
  const turn = findAgent(world, agentId)?.turn
  return (turn?.id === turnId && turn.calls.find(({ id }) => id === callId)) || null
}
