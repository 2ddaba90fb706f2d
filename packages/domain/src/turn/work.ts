// Owns: a turn in which no model is asked, from its first call to its answer. Kibitz makes the calls that the brief names, one after the other. Each of
// them passes the gate, with the rights of the agent and only the tools of the brief. The agent itself has no hand in it.
import type { Agent, Brief, CallId, Event, EventOf, Json, Turn, TurnId, World } from "@kibitz/contract"
import type { AnyWorkBrief, CallEnd, Work } from "../brief/define.ts"
import { asAsked, causeOf, workBriefOf, workOf } from "../brief/registry.ts"
import { judgeCall } from "../call/decide.ts"
import { askForMoney } from "../cost/ask-for-money.ts"
import { breached } from "../cost/budget.ts"
import { bug, type Moment } from "../kernel/outcome.ts"
import { newTurn } from "../team/new-turn.ts"
import { agentOf } from "../team/of-agent.ts"
import { continueAfter } from "./afterwards.ts"

/** `agent` has no turn. */
export function beginWork(world: World, agent: Agent, brief: Brief, moment: Moment): Event[] {
  const known = workBriefOf({ brief }) ?? bug(`a ${brief.kind} is no work of Kibitz`)
  const [turnId, cause, asked] = [moment.id("turn") as TurnId, causeOf(brief), asAsked(brief)]
  const turn = newTurn({ id: turnId, at: moment.at, model: "", cause, brief: asked })
  const work = workOf(known, turn)
  return [
    { type: "turn.started", agentId: agent.id, turnId, model: "", cause, brief: asked },
    ...(known.tells?.begun ? [known.tells.begun(agent.id, work)] : []),
    ...nextStep(world, { ...agent, turn }, known, work, moment),
  ]
}

/** A call of such a turn has ended: the next one, or what all of it amounts to. */
export function continueWork(world: World, event: CallEnd, moment: Moment): readonly Event[] {
  const agent = agentOf(world, event.agentId)
  const { turn } = agent
  if (!turn || turn.id !== event.turnId || turn.status.kind === "stopping") return []
  const known = workBriefOf(turn)
  if (!known) return []
  const work = workOf(known, turn)
  // Calls are made one after the other, each with one finding: one that has its finding is not counted twice.
  if (turn.calls.findIndex(({ id }) => id === event.callId) !== work.found.length) return []
  const finding = known.find(work, event)
  const told = known.tells?.found?.(agent.id, work, finding) ?? found(agent, turn, finding)
  return [told, ...nextStep(world, agent, known, { ...work, found: [...work.found, finding] }, moment)]
}

/** Kibitz ended in the middle of it, and its calls are closed. */
export function beginAgain(world: World, agent: Agent, turn: Turn, known: AnyWorkBrief, moment: Moment): Event[] {
  const work = workOf(known, turn)
  const input = (known.again ? known.again(world, agent, work, moment) : work.input) as Json
  return [
    ...(known.tells?.cutOff ? [known.tells.cutOff(agent.id, work)] : []),
    { type: "turn.cut-off", agentId: agent.id, turnId: turn.id },
    ...beginWork(world, { ...agent, turn: null }, { kind: known.kind, input }, moment),
  ]
}

/** A call that the gate refuses at once leads to the one after it, by the follow-up of that refusal. */
function nextStep(world: World, agent: Agent, known: AnyWorkBrief, work: Work<unknown, Json>, moment: Moment): readonly Event[] {
  const call = known.next(world, agent, work)
  if (!call) return workDone(world, agent, known, work, moment)
  const request = { ...call, id: call.id ?? (moment.id("call") as CallId) }
  // It waits also while no screen is connected: a refusal that no person gave would count as a finding (OPM-8).
  return judgeCall(world, agent, work.turn.id, request, moment, "whoever-comes")
}

function workDone(world: World, agent: Agent, known: AnyWorkBrief, work: Work<unknown, Json>, moment: Moment): readonly Event[] {
  const ended = { ...agent, turn: null }
  const holder = breached(world, agent)?.holder ?? null
  const money = holder ? askForMoney(world, agent, holder, moment) : []
  const then = known.onAnswer(world, ended, work, moment)
  return [
    ...(known.tells?.ended ? [known.tells.ended(agent.id, work)] : []),
    { type: "turn.finished", agentId: agent.id, turnId: work.turn.id },
    ...then,
    ...continueAfter({ world, holder, money, moment }, ended, then),
  ]
}

function found({ id: agentId }: Agent, { id: turnId }: Turn, finding: Json): EventOf<"turn.found"> {
  return { type: "turn.found", agentId, turnId, finding }
}

export function isCallEnd(event: Event): event is CallEnd {
  return event.type === "call.finished" || event.type === "call.blocked"
}
