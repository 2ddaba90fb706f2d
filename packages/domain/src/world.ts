// Owns: which rule a command goes to and which fold an event goes to. Holds no rule itself.

import {
  type Agent,
  type AgentId,
  type Command,
  defaultSettings,
  type Event,
  type EventOf,
  type Instant,
  noConnection,
  type Recorded,
  type Turn,
  unknownSandbox,
  type World,
} from "@kibitz/contract"
import { decideBudget, decideFound, decideRate, decideSpawn } from "./agent/decide.ts"
import { evolveAgent, founded } from "./agent/evolve.ts"
import {
  decideConfigure,
  decideConsent,
  decideContinue,
  decideDismiss,
  decideEvidence,
  decideGoOn,
  decideHalt,
  decideRedirect,
  decideRename,
  decideResume,
  decideSilence,
} from "./agent/lifecycle.ts"
import { decideRecast } from "./agent/recast.ts"
import { tellOfRestart } from "./agent/restart.ts"
import { concerned, mayConcern, settle } from "./agent/settle.ts"
import { decideAnswer, decideArm, decideDecline, decideExpire } from "./approval/decide.ts"
import { decideSurvey } from "./approval/survey.ts"
import { decideQuiet, decideSeen, decideSnooze, decideWakeItem } from "./attention/decide.ts"
import { evolveAttention, withAsking, withItem } from "./attention/evolve.ts"
import { withCard } from "./attention/items.ts"
import { decideFinish, judgeAgain } from "./call/decide.ts"
import { evolveCall } from "./call/evolve.ts"
import { decideHoldCalls, decideReleaseCall } from "./call/hold.ts"
import { decideApply } from "./capability/apply.ts"
import { decideCheck, decideRecord, decideRecordCheck } from "./connection/decide.ts"
import { decideWake } from "./connection/limit.ts"
import { forgotten, mayChangeModel, modelsChanged, providerAnswers } from "./connection/trouble-over.ts"
import { chargeAbove } from "./cost/charge.ts"
import { keepPromises } from "./cost/promise.ts"
import { decideRevoke } from "./grant/decide.ts"
import { evolveGrants } from "./grant/evolve.ts"
import { accept, bug, type Decision, type Moment, reject, unreachable } from "./kernel/outcome.ts"
import { decideEdit, decideRelease, decideSaid, decideWithdraw } from "./message/decide.ts"
import { evolveMessages } from "./message/evolve.ts"
import { silenceOver } from "./perseverance/stuck.ts"
import { decideCancelSteer, decideChooseModel, decidePosture, decideSurfaces } from "./posture/decide.ts"
import { evolvePosture } from "./posture/evolve.ts"
import { steersDue } from "./posture/steer.ts"
import { decideFocus, decideJoin, decideLeave, decideLose } from "./presence/decide.ts"
import { evolveFocus, evolvePanes, evolvePresence } from "./presence/evolve.ts"
import { decideKnock } from "./presence/knock.ts"
import { decideQuestion } from "./question/answer.ts"
import { askedAnew, decideClimb } from "./question/climb.ts"
import { answeredInChat, answersQuestions } from "./question/in-chat.ts"
import { decideSession } from "./session/decide.ts"
import { decideChange } from "./settings/decide.ts"
import { withDefaults } from "./settings/defaults.ts"
import { decideSlash } from "./slash/decide.ts"
import { findAgent, noAgents, putAgent, putAgents } from "./team/agents.ts"
import { decideTidy, tidied, vacated, withGuest } from "./team/seats.ts"
import { countsAlike, noTally, ownTally, rollUp } from "./team/tally.ts"
import {
  decideDelay,
  decideFail,
  decideHold,
  decideInterrupt,
  decideRecover,
  decideReply,
  decideRetry,
  decideRetryStep,
  decideStop,
} from "./turn/decide.ts"
import { evolveTurn } from "./turn/evolve.ts"
import { verified } from "./turn/unit-end.ts"
import { advanceVerification, isCheck } from "./verification/verify.ts"

/** Raise it when a saved world of the version before can no longer be read; the journal is then folded from the start. */
export const WORLD_SHAPE = 11

export const emptyWorld: World = {
  seq: 0,
  agents: noAgents,
  settings: defaultSettings,
  connection: noConnection,
  attention: {},
  grants: {},
  panes: {},
  focus: {},
  consents: [],
  quietUntil: null,
  limit: null,
  sandbox: unknownSandbox,
  surfaces: [],
  head: null,
  audit: null,
}

/** A decision, and what follows from it at once: changes that waited for this moment, and calls that are judged by other rules now. */
export function decide(world: World, command: Command, moment: Moment): Decision {
  const decided = decideWhole(world, command, moment)
  return "rejection" in decided ? decided : { events: withCard(decided.events, moment.origin) }
}

function decideWhole(world: World, command: Command, moment: Moment): Decision {
  const first = decideAlone(world, command, moment)
  const isStart = command.type === "session.begin"
  if ("rejection" in first || (!isStart && !hasConsequences(world, first.events))) return first
  const events = [...first.events]
  let after = fold(world, first.events, moment)
  const add = (more: readonly Event[]) => {
    events.push(...more)
    after = fold(after, more, moment)
  }
  for (const event of first.events) {
    for (const boundary of boundaries(event)) add(steersDue(after, agentOf(after, boundary.agentId), boundary.at))
  }
  add(askedAnew(world, first.events, moment))
  add(modelsChanged(world, after, events, moment))
  const waiting = agentsToJudgeAgain(after, events)
  if (waiting.length > 0) add(judgeAgain(after, waiting, "What it may do has changed.", moment))
  for (let at = 0; at < events.length; at += 1) add(checkGoesOn(after, events[at], moment))
  // Settling one may concern another: a stuck child is told to its parent. Each round moves up the tree, so it comes to an end.
  for (let from = 0; from < events.length; ) {
    const fresh = events.slice(from)
    const ids = concerned(after, fresh)
    from = events.length
    for (const event of fresh) add(answeredInChat(after, event, moment))
    for (const id of ids) add(settle(after, agentOf(after, id), moment))
  }
  if (isStart) add(forgotten(after, moment))
  if (isStart) add(tellOfRestart(after, moment))
  return accept(...events)
}

/** The next check of a verification, or what they amount to. */
function checkGoesOn(world: World, event: Event | undefined, moment: Moment): Event[] {
  if (event?.type !== "call.finished" && event?.type !== "call.blocked") return []
  const agent = agentOf(world, event.agentId)
  const { turn } = agent
  if (!turn || turn.id !== event.turnId || !isCheck(turn, event) || turn.outcomes.length > indexOf(turn, event)) return []
  const events = advanceVerification(world, agent, turn, event, moment)
  const end = events.find((one) => one.type === "verification.ended")
  return end ? [...events, ...verified(world, { ...agent, turn: null }, turn, end, moment)] : events
}

function indexOf(turn: Turn, { callId }: { readonly callId: string }): number {
  return turn.checks.findIndex((check) => check.callId === callId)
}

/** Most decisions have none, and are spared a second fold. */
function hasConsequences(world: World, events: readonly Event[]): boolean {
  return events.some((event) => {
    if (changesJudgement.has(event.type) || mayConcern(event) || mayChangeModel(event) || answersQuestions(event)) return true
    if (event.type === "call.finished" || event.type === "call.blocked") {
      if (findAgent(world, event.agentId)?.turn?.cause === "verification") return true
    }
    return boundaries(event).some(({ agentId }) => {
      const agent = findAgent(world, agentId)
      return agent !== undefined && (agent.pendingSteers.length > 0 || Object.keys(agent.afterUnit).length > 0)
    })
  })
}

const changesJudgement: ReadonlySet<Event["type"]> = new Set([
  "posture.changed",
  "grant.given",
  "grants.ended",
  "sandbox.recorded",
  "workspace.head-recorded",
  "settings.changed",
])

function fold(world: World, events: readonly Event[], { at }: Moment): World {
  return events.reduce((before, event) => evolve(before, { seq: before.seq + 1, at, event }), world)
}

type BoundaryAt = { readonly agentId: AgentId; readonly at: "tool" | "unit-end" | "milestone" | "unit-start" }

function boundaries(event: Event): readonly BoundaryAt[] {
  switch (event.type) {
    case "turn.started":
      return [{ agentId: event.agentId, at: "unit-start" }]
    case "call.finished":
      return [{ agentId: event.agentId, at: "tool" }]
    case "turn.finished":
    case "turn.interrupted":
    case "turn.failed":
      return [{ agentId: event.agentId, at: "unit-end" }]
    case "agent.progressed":
      return event.milestone ? [{ agentId: event.agentId, at: "milestone" }] : []
    default:
      return []
  }
}

/** Those that wait for an answer which was asked for under another posture, another grant, another sandbox or another commit. */
function agentsToJudgeAgain(world: World, events: readonly Event[]): readonly Agent[] {
  let everybody = false
  const changed = new Set<AgentId>()
  for (const event of events) {
    if (event.type === "posture.changed") changed.add(event.agentId)
    else everybody ||= changesJudgement.has(event.type)
  }
  if (!everybody && changed.size === 0) return []
  const waiting = new Set(Object.values(world.attention).map(({ agentId }) => agentId))
  return [...waiting].filter((id) => everybody || changed.has(id)).map((id) => agentOf(world, id))
}

function decideAlone(world: World, command: Command, moment: Moment): Decision {
  switch (command.type) {
    case "agent.found":
      return decideFound(world, command)
    case "agent.spawn":
      return decideSpawn(world, command, moment)
    case "settings.change":
      return decideChange(world, command, moment)
    case "connection.check":
      return decideCheck(world)
    case "connection.record":
      return decideRecord(world, command, moment)
    case "connection.record-check":
      return decideRecordCheck(world, command, moment)
    case "session.begin":
    case "session.end":
      return decideSession(world, command, moment)
    case "surfaces.record":
      return decideSurfaces(world, command)
    case "sandbox.record":
      return JSON.stringify(world.sandbox) === JSON.stringify(command.status)
        ? accept()
        : accept({ type: "sandbox.recorded", status: command.status })
    case "workspace.record-head":
      return command.head === world.head ? accept() : accept({ type: "workspace.head-recorded", head: command.head })
    case "audit.record":
      return accept({ type: "audit.verified", ok: command.ok, entries: command.entries, problem: command.problem })
    case "approval.arm":
      return decideArm(world, command, moment)
    case "approval.answer":
      return decideAnswer(world, command, moment)
    case "phase-request.decline":
      return decideDecline(world, command, moment)
    case "question.answer":
      return decideQuestion(world, command, moment)
    case "knock.answer":
      return decideKnock(world, command, moment)
    case "attention.expire":
      return decideExpire(world, command, moment)
    case "attention.wake":
      return decideWakeItem(world, command, moment)
    case "approval.survey":
      return decideSurvey(world, command)
    case "grant.revoke":
      return decideRevoke(world, command)
    case "presence.leave":
      return decideLeave(world, command, moment)
    case "presence.lose":
      return decideLose(world, command, moment)
    case "focus.set":
      return decideFocus(world, command, moment)
    case "attention.snooze":
      return decideSnooze(world, command, moment)
    case "attention.seen":
      return decideSeen(world, command, moment)
    case "attention.quiet":
      return decideQuiet(world, command, moment)
    case "limit.wake":
      return decideWake(world, command, moment)
  }
  const agent = findAgent(world, command.agentId)
  if (!agent) return reject("unknown-agent", `There is no agent "${command.agentId}". The root agent is "jake".`)
  switch (command.type) {
    case "message.send":
      return decideSaid(world, agent, command, moment)
    case "message.edit":
      return decideEdit(agent, command)
    case "message.withdraw":
      return decideWithdraw(agent, command)
    case "message.release":
      return decideRelease(world, agent, command, moment)
    case "turn.interrupt":
      return decideInterrupt(agent, moment)
    case "turn.retry":
      return decideRetry(world, agent, moment)
    case "turn.reply": {
      const replied = decideReply(world, agent, command, moment)
      return "rejection" in replied
        ? replied
        : accept(...providerAnswers(world, agent, moment), ...silenceOver(world, agent), ...replied.events)
    }
    case "turn.delay":
      return decideDelay(world, agent, command, moment)
    case "turn.retry-step":
      return decideRetryStep(world, agent, command, moment)
    case "turn.hold":
    case "turn.release":
      return decideHold(agent, command)
    case "turn.fail":
      return decideFail(world, agent, command, moment)
    case "turn.stop":
      return decideStop(world, agent, command, moment)
    case "turn.recover":
      return decideRecover(world, agent, command, moment)
    case "call.finish":
      return decideFinish(agent, command, moment)
    case "calls.hold":
      return decideHoldCalls(agent, command)
    case "call.release":
      return decideReleaseCall(world, agent, command, moment)
    case "call.apply":
      return decideApply(world, agent, command, moment)
    case "posture.change":
      return decidePosture(world, agent, command, moment)
    case "posture.cancel-steer":
      return decideCancelSteer(agent)
    case "agent.choose-model":
      return decideChooseModel(agent, command)
    case "result.rate":
      return decideRate(agent, command)
    case "agent.set-budget":
      return decideBudget(world, agent, command)
    case "agent.halt":
      return decideHalt(world, agent, command, moment)
    case "agent.resume":
      return decideResume(world, agent, command, moment)
    case "agent.dismiss":
      return decideDismiss(world, agent, moment)
    case "agent.redirect":
      return decideRedirect(world, agent, command, moment)
    case "agent.recast":
      return decideRecast(world, agent, command, moment)
    case "agent.configure":
      return decideConfigure(agent, command)
    case "agent.rename":
      return decideRename(world, agent, command)
    case "room.tidy":
      return decideTidy(agent)
    case "agent.go-on":
      return decideGoOn(world, agent, moment)
    case "agent.continue":
      return decideContinue(world, agent, moment)
    case "consent.set":
      return decideConsent(world, agent, command)
    case "evidence.record":
      return decideEvidence(world, agent, command)
    case "agent.record-silence":
      return decideSilence(world, agent, moment)
    case "question.climb":
      return decideClimb(world, agent, command, moment)
    case "presence.join":
      return decideJoin(world, agent, command, moment)
    case "slash.run":
      return decideSlash(world, agent, command, moment, decide, evolve)
    default:
      return unreachable(command)
  }
}

export function evolve(world: World, recorded: Recorded): World {
  const after = keepPromises(world, folded(world, recorded), recorded.event)
  if (!("agentId" in recorded.event)) return after
  return counted(world, after, recorded.event)
}

/** Keeps the counts of everybody above a changed agent. Most events change none. */
function counted(before: World, after: World, { type, agentId }: Extract<Event, { readonly agentId: AgentId }>): World {
  const now = findAgent(after, agentId)
  if (!now) return after
  const then = findAgent(before, agentId)
  // Putting something off changes what waits, not the agent it waits for.
  if (then && type !== "attention.snoozed" && countsAlike(then, now)) return after
  const own = then ? ownTally(then, before.attention) : noTally
  const agents = rollUp(after.agents, agentId, own, ownTally(now, after.attention))
  return agents === after.agents ? after : { ...after, agents }
}

function folded(world: World, recorded: Recorded): World {
  const { seq, at, event } = recorded
  switch (event.type) {
    case "settings.changed":
      return { ...world, seq, settings: withDefaults(event.settings) }
    case "connection.changed":
      return { ...world, seq, connection: event.connection }
    case "surfaces.changed":
      return { ...world, seq, surfaces: event.surfaces }
    case "sandbox.recorded":
      return { ...world, seq, sandbox: event.status }
    case "workspace.head-recorded":
      return { ...world, seq, head: event.head }
    case "audit.verified":
      return { ...world, seq, audit: { ok: event.ok, entries: event.entries, problem: event.problem, at } }
    case "grant.given":
    case "grant.used":
    case "grants.ended":
      return { ...world, seq, grants: evolveGrants(world.grants, event) }
    case "approval.armed":
    case "approval.surveyed":
      return { ...world, seq, attention: evolveAttention(world.attention, event) }
    case "attention.snoozed":
    case "attention.raised":
    case "attention.resolved": {
      const attention = evolveAttention(world.attention, event)
      const agent = agentOf(world, event.agentId)
      const holds = event.type === "attention.snoozed" ? agent : withItem(agent, event, at)
      return withAgent({ ...world, attention }, seq, withAsking(holds, attention))
    }
    case "attention.quieted":
      return { ...world, seq, quietUntil: event.until }
    case "limit.changed":
      return { ...world, seq, limit: event.limit }
    case "pane.moved":
      return { ...world, seq, panes: evolvePanes(world.panes, event) }
    case "focus.changed":
      return { ...world, seq, focus: evolveFocus(world.focus, event) }
    case "consent.set": {
      const others = world.consents.filter((id) => id !== event.agentId)
      return { ...world, seq, consents: event.given ? [...others, event.agentId] : others }
    }
    case "presence.joined":
    case "presence.left":
      return withAgent(world, seq, evolvePresence(agentOf(world, event.agentId), event, at))
    case "slash.answered":
    case "result.rated":
      return { ...world, seq }
    case "agent.founded": {
      const parent = event.parentId ? agentOf(world, event.parentId) : undefined
      const joined = withAgent(world, seq, founded(event, at, parent))
      if (!parent) return joined
      const childIds = [...parent.childIds, event.agentId]
      return withAgent(joined, seq, { ...parent, childIds, room: withGuest(parent.room) })
    }
    case "room.tidied":
      return { ...world, seq, agents: putAgents(world.agents, tidied(world, agentOf(world, event.agentId))) }
    case "agent.moved":
      return moved(world, seq, agentOf(world, event.agentId), event, at)
    case "agent.budgeted":
    case "agent.progressed":
    case "commitment.added":
    case "agent.planned":
    case "agent.noticed":
    case "agent.redirected":
    case "agent.recast":
    case "agent.configured":
    case "agent.renamed":
    case "evidence.recorded":
    case "question.parked":
    case "question.left":
      return withAgent(world, seq, evolveAgent(agentOf(world, event.agentId), event, at))
    case "posture.changed":
    case "posture.steer-queued":
    case "posture.steers-dropped":
    case "agent.model-chosen":
      return withAgent(world, seq, evolvePosture(agentOf(world, event.agentId), event))
    case "message.queued":
    case "message.edited":
    case "message.withdrawn":
    case "message.released":
    case "message.delivered":
      return withAgent(world, seq, evolveMessages(agentOf(world, event.agentId), event, at))
    case "call.asked":
    case "call.allowed":
    case "calls.held":
    case "call.released":
    case "call.blocked":
    case "call.finished":
      return withAgent(world, seq, evolveCall(agentOf(world, event.agentId), event, at))
    default: {
      const after = withAgent(world, seq, evolveTurn(agentOf(world, event.agentId), event, at))
      return event.type === "turn.replied" ? chargeAbove(after, event.agentId, event.costUsd ?? 0) : after
    }
  }
}

/** Whoever is dismissed leaves an empty cell behind. */
function moved(world: World, seq: number, agent: Agent, event: EventOf<"agent.moved">, at: Instant): World {
  const after = evolveAgent(agent, event, at)
  const next = withAgent(world, seq, after)
  if (after === agent || after.standing.kind !== "dismissed" || agent.parentId === null) return next
  const parent = agentOf(next, agent.parentId)
  return withAgent(next, seq, { ...parent, room: vacated(parent.room, agent.cell) })
}

function agentOf(world: World, id: AgentId): Agent {
  return findAgent(world, id) ?? bug(`an event names agent ${id}, which was never founded`)
}

function withAgent(world: World, seq: number, agent: Agent): World {
  return { ...world, seq, agents: putAgent(world.agents, agent) }
}
