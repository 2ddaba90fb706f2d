// Owns: which rule a command goes to and which fold an event goes to. Holds no rule itself.
import {
  type Agent,
  type AgentId,
  type Command,
  defaultSettings,
  fromInstant,
  noConnection,
  type Recorded,
  toInstant,
  type World,
} from "@kibitz/contract"
import { findAgent, noAgents, putAgent } from "./agent/agents.ts"
import { decideFound } from "./agent/decide.ts"
import { founded } from "./agent/evolve.ts"
import { decideFinish } from "./call/decide.ts"
import { evolveCall } from "./call/evolve.ts"
import { decideCheck, decideRecord, decideRecordCheck } from "./connection/decide.ts"
import { decideEdit, decideRelease, decideSend, decideWithdraw } from "./message/decide.ts"
import { evolveMessages } from "./message/evolve.ts"
import { bug, type Decision, type Moment, reject, unreachable } from "./outcome.ts"
import { decideChange } from "./settings/decide.ts"
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
export const WORLD_SHAPE = 1

export const emptyWorld: World = { seq: 0, agents: noAgents, settings: defaultSettings, connection: noConnection }

export function decide(world: World, command: Command, moment: Moment): Decision {
  switch (command.type) {
    case "agent.found":
      return decideFound(world, command)
    case "settings.change":
      return decideChange(world, command)
    case "connection.check":
      return decideCheck(world)
    case "connection.record":
      return decideRecord(world, command)
    case "connection.record-check":
      return decideRecordCheck(world, command, moment.at)
  }
  const agent = findAgent(world, command.agentId)
  if (!agent) return reject("unknown-agent", `There is no agent "${command.agentId}". The root agent is "jake".`)
  switch (command.type) {
    case "message.send":
      return decideSend(world, agent, command, moment)
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
      return decideFail(agent, command)
    case "turn.stop":
      return decideStop(agent, command)
    case "turn.recover":
      return decideRecover(agent, command)
    case "call.finish":
      return decideFinish(agent, command)
    default:
      return unreachable(command)
  }
}

export function evolve(world: World, recorded: Recorded): World {
  const { seq, at, event } = recorded
  switch (event.type) {
    case "settings.changed":
      return { ...world, seq, settings: event.settings }
    case "connection.changed":
      return { ...world, seq, connection: event.connection }
    case "agent.founded":
      return withAgent(world, seq, founded(event, at))
    case "message.queued":
    case "message.edited":
    case "message.withdrawn":
    case "message.released":
    case "message.delivered":
      return withAgent(world, seq, evolveMessages(agentOf(world, event.agentId), event, at))
    case "call.allowed":
    case "call.blocked":
    case "call.finished":
      return withAgent(world, seq, evolveCall(agentOf(world, event.agentId), event, at))
    default:
      return withAgent(world, seq, evolveTurn(agentOf(world, event.agentId), event, at))
  }
}

function agentOf(world: World, id: AgentId): Agent {
  return findAgent(world, id) ?? bug(`an event names agent ${id}, which was never founded`)
}

function withAgent(world: World, seq: number, agent: Agent): World {
  return { ...world, seq, agents: putAgent(world.agents, agent) }
}
