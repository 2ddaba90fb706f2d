// Owns: what becomes of an agent in whose work Kibitz ended unexpectedly once too often (F34): it stands, with everything it had kept, until the
// user says a word. Taken up again by itself it could bring Kibitz down at every start, and with it all the others.

import type { Agent, Call, Event, Turn, World } from "@kibitz/contract"
import { MOST_CRASHES } from "../call/crashes.ts"
import { closeCalls } from "../call/decide.ts"
import { describeAction } from "../gate/action.ts"
import { excerpt } from "../kernel/excerpt.ts"
import type { Moment } from "../kernel/outcome.ts"
import { reportUp } from "../message/report-up.ts"
import { getStuck, times } from "../perseverance/stuck.ts"

const LONGEST_WHAT = 120

/** `call`: what ran each time; null: its model was answering. */
export function givenUp(world: World, agent: Agent, turn: Turn, call: Call | null, draft: string, moment: Moment): Event[] {
  const what = `Kibitz stopped unexpectedly ${times(MOST_CRASHES)} while ${agent.name} ${call ? running(call) : "was getting a reply from its model"}`
  const failure = { kind: "crashed", message: `${what}.`, status: null, requestId: null, retryAfterMs: null } as const
  const ended = { ...agent, turn: null }
  return [
    ...closeCalls(world, agent, turn, "crashed"),
    { type: "turn.failed", agentId: agent.id, turnId: turn.id, failure, parked: false, draft },
    ...getStuck(ended, { why: "crashed", detail: `${what}. ${advice(agent)}` }, moment),
    ...reportUp(world, ended, "", `does not go on by itself: ${what}`, moment),
  ]
}

function running({ capability, input }: Call): string {
  const about = excerpt(describeAction(capability, input).detail, LONGEST_WHAT)
  return `was running ${excerpt(capability)}${about === "" ? "" : ` (${about})`}`
}

/** Others may have been at work each time: it is not said to be its fault. */
function advice({ name, parentId }: Agent): string {
  const ways = parentId === null ? "or give it something else to do" : "give it something else to do, or dismiss it"
  return `It may not be the cause, but it does not go on by itself. Nothing of ${name}'s transcript is lost; what it was doing may be half done. Let it go on, ${ways}.`
}
