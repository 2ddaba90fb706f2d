// Owns: which rule a command goes to and which fold an event goes to. Holds no rule itself.
import {
  type Agent,
  type AgentId,
  type Command,
  defaultSettings,
  type Event,
  fromInstant,
  noConnection,
  type Recorded,
  toInstant,
  unknownSandbox,
  type World,
} from "@kibitz/contract"
import { findAgent, noAgents, putAgent } from "./agent/agents.ts"
import { decideBudget, decideFound, decideHalt, decideSpawn } from "./agent/decide.ts"
import { evolveAgent, founded } from "./agent/evolve.ts"
import { decideAnswer, decideArm, decideDecline, decideExpire, decideKnock, decideQuestion } from "./attention/decide.ts"
import { evolveAttention } from "./attention/evolve.ts"
import { decideApply } from "./call/apply.ts"
import { decideFinish, judgeAgain } from "./call/decide.ts"
import { evolveCall } from "./call/evolve.ts"
import { decideCheck, decideRecord, decideRecordCheck } from "./connection/decide.ts"
import { chargeAbove } from "./cost/charge.ts"
import { decideRevoke, endSessionGrants } from "./grant/decide.ts"
import { evolveGrants } from "./grant/evolve.ts"
import { decideEdit, decideRelease, decideSend, decideWithdraw } from "./message/decide.ts"
import { evolveMessages } from "./message/evolve.ts"
import { accept, bug, type Decision, type Moment, reject, unreachable } from "./outcome.ts"
import { decideCancelSteer, decideChooseModel, decidePosture, decideSurfaces } from "./posture/decide.ts"
import { evolvePosture } from "./posture/evolve.ts"
import { beginSessionPosture } from "./posture/start.ts"
import { steersDue, surfaceNoted } from "./posture/steer.ts"
import { decideChange } from "./settings/decide.ts"
import { decideSlash } from "./slash/decide.ts"
import {
  decideDelay,
  decideFail,
  decideInterrupt,
  decideRecover,
  decideReply,
  decideRetry,
  decideRetryStep,
  decideStop,
} from "./turn/decide.ts"
import { evolveTurn } from "./turn/evolve.ts"

/** Raise it when a saved world of the version before can no longer be read; the journal is then folded from the start. */
export const WORLD_SHAPE = 2

export const emptyWorld: World = {
  seq: 0,
  agents: noAgents,
  settings: defaultSettings,
  connection: noConnection,
  attention: {},
  grants: {},
  sandbox: unknownSandbox,
  surfaces: [],
  head: null,
  audit: null,
}

/** A decision, and what follows from it at once: changes that waited for this moment, and calls that are judged by other rules now. */
export function decide(world: World, command: Command, moment: Moment): Decision {
  const first = decideAlone(world, command, moment)
  if ("rejection" in first || !hasConsequences(world, first.events)) return first
  const events = [...first.events]
  let after = fold(world, first.events, moment)
  const add = (more: readonly Event[]) => {
    events.push(...more)
    after = fold(after, more, moment)
  }
  for (const event of first.events) {
    for (const boundary of boundaries(event)) add(steersDue(after, agentOf(after, boundary.agentId), boundary.at))
  }
  const waiting = agentsToJudgeAgain(after, events)
  if (waiting.length > 0) add(judgeAgain(after, waiting, "What it may do has changed.", moment))
  return accept(...events)
}

/** Most decisions have none, and are spared a second fold. */
function hasConsequences(world: World, events: readonly Event[]): boolean {
  return events.some((event) => {
    if (changesJudgement.has(event.type)) return true
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
  const everybody = events.some(({ type }) => type !== "posture.changed" && changesJudgement.has(type))
  const changed = new Set(events.flatMap((event) => (event.type === "posture.changed" ? [event.agentId] : [])))
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
      return decideChange(world, command)
    case "connection.check":
      return decideCheck(world)
    case "connection.record":
      return decideRecord(world, command)
    case "connection.record-check":
      return decideRecordCheck(world, command, moment.at)
    case "session.begin":
      return accept(...beginSessionPosture(world), ...endSessionGrants(world, moment.at))
    case "surfaces.record":
      return decideSurfaces(world, command)
    case "sandbox.record":
      return JSON.stringify(world.sandbox) === JSON.stringify(command.status)
        ? accept()
        : accept({ type: "sandbox.recorded", status: command.status })
    case "workspace.record-head":
      return command.head === world.head ? accept() : accept({ type: "workspace.head-recorded", head: command.head })
    case "audit.record": {
      const { ok, entries, problem } = command
      return accept({ type: "audit.verified", ok, entries, problem })
    }
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
    case "grant.revoke":
      return decideRevoke(world, command)
  }
  const agent = findAgent(world, command.agentId)
  if (!agent) return reject("unknown-agent", `There is no agent "${command.agentId}". The root agent is "jake".`)
  switch (command.type) {
    case "message.send": {
      const sent = decideSend(world, agent, command, moment)
      return "rejection" in sent ? sent : accept(...surfaceNoted(agent, moment.origin.surface), ...sent.events)
    }
    case "message.edit":
      return decideEdit(agent, command)
    case "message.withdraw":
      return decideWithdraw(agent, command)
    case "message.release":
      return decideRelease(world, agent, command, moment)
    case "turn.interrupt":
      return decideInterrupt(agent)
    case "turn.retry":
      return decideRetry(world, agent, moment)
    case "turn.reply":
      return decideReply(world, agent, command, moment)
    case "turn.delay":
      return decideDelay(agent, command, toInstant(fromInstant(moment.at).add({ milliseconds: Math.ceil(command.delayMs) })))
    case "turn.retry-step":
      return decideRetryStep(agent, command)
    case "turn.fail":
      return decideFail(world, agent, command)
    case "turn.stop":
      return decideStop(world, agent, command, moment)
    case "turn.recover":
      return decideRecover(world, agent, command, moment)
    case "call.finish":
      return decideFinish(agent, command, moment)
    case "call.apply":
      return decideApply(world, agent, command, moment)
    case "posture.change":
      return decidePosture(world, agent, command, moment)
    case "posture.cancel-steer":
      return decideCancelSteer(agent)
    case "agent.choose-model":
      return decideChooseModel(agent, command)
    case "agent.set-budget":
      return decideBudget(world, agent, command)
    case "agent.halt":
      return decideHalt(world, agent, command)
    case "slash.run":
      return decideSlash(world, agent, command, moment, decide, evolve)
    default:
      return unreachable(command)
  }
}

export function evolve(world: World, recorded: Recorded): World {
  const { seq, at, event } = recorded
  switch (event.type) {
    case "settings.changed":
      return { ...world, seq, settings: { ...defaultSettings, ...event.settings } }
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
    case "attention.raised":
    case "approval.armed":
      return { ...world, seq, attention: evolveAttention(world.attention, event) }
    case "attention.resolved": {
      const attention = evolveAttention(world.attention, event)
      if (event.outcome !== "silenced") return { ...world, seq, attention }
      return withAgent({ ...world, attention }, seq, { ...agentOf(world, event.agentId), silenced: true })
    }
    case "slash.answered":
      return { ...world, seq }
    case "agent.founded": {
      const parent = event.parentId ? agentOf(world, event.parentId) : undefined
      const joined = withAgent(world, seq, founded(event, at, parent))
      return parent ? withAgent(joined, seq, { ...parent, childIds: [...parent.childIds, event.agentId] }) : joined
    }
    case "agent.budgeted":
    case "agent.progressed":
    case "commitment.added":
      return withAgent(world, seq, evolveAgent(agentOf(world, event.agentId), event))
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
    case "call.blocked":
    case "call.finished":
      return withAgent(world, seq, evolveCall(agentOf(world, event.agentId), event, at))
    default: {
      const after = withAgent(world, seq, evolveTurn(agentOf(world, event.agentId), event, at))
      return event.type === "turn.replied" ? chargeAbove(after, event.agentId, event.costUsd ?? 0) : after
    }
  }
}

function agentOf(world: World, id: AgentId): Agent {
  return findAgent(world, id) ?? bug(`an event names agent ${id}, which was never founded`)
}

function withAgent(world: World, seq: number, agent: Agent): World {
  return { ...world, seq, agents: putAgent(world.agents, agent) }
}
