// Owns: what becomes of a turn that was in flight when the app died (F1–F8). Every kind of brief is treated alike: what brought Kibitz down again
// and again is given up (F34), what waits for the user keeps waiting, and the rest is asked again from the brief that the turn carries.
import type { Agent, CommandOf, Event, MessageId, Turn, World } from "@kibitz/contract"
import { isByKibitz } from "../brief/define.ts"
import { briefNamed } from "../brief/registry.ts"
import { crashOf, culpritOf } from "../call/crashes.ts"
import { closeCalls, judgeAllowedAgain, takesMessages } from "../call/decide.ts"
import { isOpen } from "../call/facts.ts"
import { accept, type Decision, type Moment } from "../kernel/outcome.ts"
import { delivered } from "../message/start.ts"
import { restartedLine } from "../presence/lines.ts"
import { current, failed, interrupted, stale } from "./current.ts"
import { tellOfFailure } from "./failure.ts"
import { givenUp } from "./given-up.ts"
import { beginAgain } from "./work.ts"

/** Runs once per turn. */
export function decideRecover(world: World, agent: Agent, command: CommandOf<"turn.recover">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (!turn) return stale()
  const { draft } = command
  if (turn.status.kind === "stopping")
    return accept(...closeCalls(world, agent, turn, "stopped"), interrupted(agent, turn, draft))
  const culprit = culpritOf(agent, turn)
  if (culprit) return accept(...crashOf(agent, turn), ...givenUp(world, agent, turn, culprit.call, draft, moment))
  const brief = briefNamed(turn.brief.kind)
  if (!brief) return accept(...notKnown(world, agent, turn, moment))
  const recovered: Event = { type: "turn.recovered", agentId: agent.id, turnId: turn.id, draft }
  if (isByKibitz(brief)) {
    // What it waits for is still a good question, and the card stays the same.
    if (turn.calls.some(({ status }) => status === "asked")) return accept(recovered)
    const closed = closeCalls(world, agent, turn, "cut-off")
    return accept(...closed, ...crashOf(agent, turn), ...beginAgain(world, agent, turn, brief, moment))
  }
  const unfinished = closeCalls(world, agent, turn, "unknown-outcome")
  const again = judgeAllowedAgain(world, agent, turn, moment)
  const telling = takesMessages(turn) ? tellOfRestart(agent, turn, unfinished, moment) : []
  return accept(...unfinished, ...again, ...crashOf(agent, turn), recovered, ...telling)
}

/** Told at once where the model is asked next, otherwise with what its calls bring (OPM-11). */
function tellOfRestart(agent: Agent, turn: Turn, unfinished: readonly Event[], moment: Moment): Event[] {
  const told = { id: moment.id("msg") as MessageId, text: restartedLine(moment.at, lastCallOf(turn)), note: "restarted" as const }
  const isAsking = turn.calls.every(
    (call) => !isOpen(call) || unfinished.some((event) => "callId" in event && event.callId === call.id),
  )
  return isAsking && turn.status.kind !== "delayed"
    ? [delivered(agent, turn.id, told)]
    : [{ type: "agent.noticed", agentId: agent.id, notice: { ...told, at: moment.at } }]
}

/** Written by a Kibitz that knows more kinds than this one. */
function notKnown(world: World, agent: Agent, turn: Turn, moment: Moment): Event[] {
  const message = `This version of Kibitz does not know how to ask a turn of the kind "${turn.brief.kind}".`
  return [
    ...closeCalls(world, agent, turn, "failed"),
    failed(agent, turn.id, "invalid_answer", message),
    ...tellOfFailure(world, agent, message, true, moment),
  ]
}

function lastCallOf({ calls }: Turn): { capability: string; finished: boolean } | null {
  const last = calls.at(-1)
  return last ? { capability: last.capability, finished: last.status === "finished" } : null
}
