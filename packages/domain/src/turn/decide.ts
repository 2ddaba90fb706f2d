// Owns: what may happen to a turn. A report about a turn that is over is refused as stale, so that a slow reactor cannot revive one.
import {
  type Agent,
  type CommandOf,
  type Event,
  fromInstant,
  type MessageId,
  type Turn,
  toInstant,
  type World,
} from "@kibitz/contract"
import { settleItems } from "../attention/items.ts"
import { closeCalls } from "../call/decide.ts"
import { overBudget } from "../cost/breach.ts"
import { localTime } from "../kernel/local-time.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { briefToAskAgain, startTurn } from "../message/start.ts"
import { askAboutProvider, isOfProvider, keptAsleep, unknownModel, usageLimit } from "../provider/provider.ts"
import { moveTo } from "../team/standing.ts"
import { current, interrupted, stale } from "./current.ts"
import { tellOfFailure } from "./failure.ts"

/** In a chat it waits for the user then. From elsewhere it would be continued at once, so it is paused. */
export function decideInterrupt(agent: Agent, { at }: Moment): Decision {
  if (!agent.turn) return reject("nothing-to-stop", `${agent.name} is not working, so there is nothing to stop.`)
  if (agent.turn.status.kind === "stopping") return accept()
  const stopping: Event = { type: "turn.stopping", agentId: agent.id, turnId: agent.turn.id }
  const held = agent.presence ? [] : moveTo(agent, { kind: "paused", at, by: "stop" }, "You stopped its turn.")
  return accept(stopping, ...held)
}

export function decideRetry(world: World, agent: Agent, moment: Moment): Decision {
  if (agent.turn?.status.kind === "delayed") {
    const { failure, until } = agent.turn.status
    if (failure.kind === "rate_limited") {
      return reject(
        "nothing-to-retry",
        `The provider asks us to wait. ${agent.name} goes on by itself at ${localTime(until, moment.zone)}.`,
      )
    }
    return accept(stepRetried(agent, agent.turn))
  }
  if (agent.turn) return reject("nothing-to-retry", `${agent.name} is already working.`)
  if (agent.standing.kind === "dismissed")
    return reject("illegal-move", `${agent.name} has been dismissed. Start another agent instead.`)
  const spent = overBudget(world, agent)
  if (spent) return reject("not-allowed", spent)
  const opened = [
    ...moveTo(agent, { kind: "open" }, "You tried again."),
    ...settleItems(world, agent, ["help", "stuck", "your-turn"], "resumed", "You tried again."),
  ]
  if (agent.lastTurn?.outcome === "finished" && agent.lastTurn.stopReason === "max_tokens") {
    const message = { id: moment.id("msg") as MessageId, text: "Continue where your last reply was cut off." }
    return accept(...opened, ...startTurn(world, agent, [message], moment))
  }
  const failed = briefToAskAgain(agent)
  if (failed) return accept(...opened, ...startTurn(world, agent, [], moment, failed))
  if (!agent.lastTurn || agent.lastTurn.outcome === "finished") {
    return reject("nothing-to-retry", `${agent.name}'s last turn ended well. Send a message to start another.`)
  }
  return accept(...opened, ...startTurn(world, agent, agent.queue, moment))
}

export function decideDelay(world: World, agent: Agent, command: CommandOf<"turn.delay">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (turn?.status.kind !== "asking" && turn?.status.kind !== "held") return stale()
  const { failure, draft, delayMs } = command
  const until = toInstant(fromInstant(moment.at).add({ milliseconds: Math.ceil(delayMs) }))
  return accept(
    { type: "turn.delayed", agentId: agent.id, turnId: turn.id, until, failure, draft },
    ...usageLimit(world, agent, failure, until, moment),
  )
}

export function decideRetryStep(world: World, agent: Agent, command: CommandOf<"turn.retry-step">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (turn?.status.kind !== "delayed") return stale()
  const { failure } = turn.status
  // "Do not wake": the limit is over, and the user wants to say when.
  if (world.limit && !world.limit.wakes && failure.kind === "rate_limited") {
    const failed: Event = { type: "turn.failed", agentId: agent.id, turnId: turn.id, failure, parked: true, draft: "" }
    return accept(failed, ...keptAsleep(agent, moment))
  }
  return accept(stepRetried(agent, turn))
}

/** No slot is free for its request (status held), or there is one now. */
export function decideHold(agent: Agent, command: CommandOf<"turn.hold" | "turn.release">): Decision {
  const turn = current(agent, command.turnId)
  const type = command.type === "turn.hold" ? "turn.held" : "turn.released"
  if (turn?.status.kind !== (type === "turn.held" ? "asking" : "held")) return stale()
  return accept({ type, agentId: agent.id, turnId: turn.id })
}

export function decideFail(world: World, agent: Agent, command: CommandOf<"turn.fail">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (!turn) return stale()
  const { failure, draft } = command
  // The user has stopped it meanwhile: it is not started again, and nobody is told that it failed.
  if (turn.status.kind === "stopping")
    return accept(...closeCalls(world, agent, turn, "stopped", moment.at), interrupted(agent, turn, draft))
  const parked = command.parked && isOfProvider(failure)
  return accept(
    ...closeCalls(world, agent, turn, "failed"),
    { type: "turn.failed", agentId: agent.id, turnId: turn.id, failure, ...unknownModel(agent, failure), parked, draft },
    ...(parked
      ? askAboutProvider(world, agent, failure, null, moment)
      : tellOfFailure(world, agent, failure.message, command.parked, moment)),
  )
}

export function decideStop(world: World, agent: Agent, command: CommandOf<"turn.stop">, { at }: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (!turn) return stale()
  return accept(...closeCalls(world, agent, turn, "stopped", at), interrupted(agent, turn, command.draft))
}

function stepRetried(agent: Agent, turn: Turn): Event {
  return { type: "turn.step-retried", agentId: agent.id, turnId: turn.id, attempt: turn.attempt + 1 }
}
