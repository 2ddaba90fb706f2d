// Owns: what may happen to a turn. A report about a turn that is over is refused as stale, so that a slow reactor cannot revive one.
import {
  type Agent,
  type CallId,
  type CommandOf,
  type ContentBlock,
  type Event,
  type Instant,
  type ItemId,
  MESSAGE_TEXT_LIMIT,
  type MessageId,
  type Turn,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { findAgent } from "../agent/agents.ts"
import { closeCalls, judgeAllowedAgain, judgeCalls, type NotMade } from "../call/decide.ts"
import { breached } from "../cost/budget.ts"
import { charged } from "../cost/charge.ts"
import { costOf } from "../cost/cost.ts"
import { deliverNow } from "../message/decide.ts"
import { accept, type Decision, type Moment, reject } from "../outcome.ts"
import { wellFormed } from "../well-formed.ts"
import { reportUp } from "./report-up.ts"
import { startTurn } from "./start.ts"

/** A turn that has not come to an end after so many requests is not going to. */
export const STEP_LIMIT = 500

export function decideInterrupt(agent: Agent): Decision {
  if (!agent.turn) return reject("nothing-to-stop", `${agent.name} is not working, so there is nothing to stop.`)
  if (agent.turn.status.kind === "stopping") return accept()
  return accept({ type: "turn.stopping", agentId: agent.id, turnId: agent.turn.id })
}

export function decideRetry(world: World, agent: Agent, moment: Moment): Decision {
  if (agent.turn?.status.kind === "delayed") {
    const { failure, until } = agent.turn.status
    if (failure.kind === "rate_limited") {
      return reject("nothing-to-retry", `The provider asks us to wait. ${agent.name} goes on by itself at ${until}.`)
    }
    return accept(stepRetried(agent, agent.turn))
  }
  if (agent.turn) return reject("nothing-to-retry", `${agent.name} is already working.`)
  const spent = overBudget(world, agent)
  if (spent) return reject("not-allowed", spent)
  if (agent.lastTurn?.outcome === "finished" && agent.lastTurn.stopReason === "max_tokens") {
    const message = { id: moment.id("msg") as MessageId, text: "Continue where your last reply was cut off." }
    return accept(...startTurn(world, agent, [message], moment))
  }
  if (!agent.lastTurn || agent.lastTurn.outcome === "finished") {
    return reject("nothing-to-retry", `${agent.name}'s last turn ended well. Send a message to start another.`)
  }
  return accept(...startTurn(world, agent, agent.queue, moment))
}

export function decideReply(world: World, agent: Agent, command: CommandOf<"turn.reply">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (turn?.status.kind !== "asking" && turn?.status.kind !== "stopping") return stale()
  const content = command.reply.content.map((block) => bounded(withOwnId(block, moment)))
  const step = turn.step + 1
  const costUsd = world.connection.using === "rehearsal" ? 0 : costOf(command.reply.usage, turn.model, world.settings)
  const events: Event[] = [
    {
      type: "turn.replied",
      agentId: agent.id,
      turnId: turn.id,
      messageId: moment.id("msg") as MessageId,
      step,
      reply: { ...command.reply, content },
      costUsd,
    },
  ]
  const wanted = content.filter((block) => block.type === "tool_use")
  const unmade = (why: NotMade) => judgeCalls(world, agent, turn.id, wanted, why, moment)
  if (turn.status.kind === "stopping") return accept(...events, ...unmade("stopped"), interrupted(agent, turn.id, ""))
  const messages = deliverNow(agent, turn.id)
  const goesOn = wanted.length > 0 || messages.length > 0 || command.reply.stopReason === "pause_turn"
  if (goesOn && step >= STEP_LIMIT) return accept(...events, ...unmade("exhausted"), exhausted(agent, turn.id))
  const paid = charged(world, agent.id, costUsd)
  const holder = spentBy(paid, agent)
  if (goesOn && holder) {
    return accept(...events, ...unmade("budget"), outOfMoney(agent, turn.id, holder), ...askForMoney(paid, agent, holder, moment))
  }
  const calls = judgeCalls(world, agent, turn.id, wanted, "running", moment)
  events.push(...calls)
  if (calls.some((event) => event.type === "call.allowed" || event.type === "call.asked")) return accept(...events)
  if (goesOn) return accept(...events, ...messages)
  if (command.reply.stopReason === "end_turn" && !content.some(saysSomething)) return accept(...events, empty(agent, turn.id))
  events.push({ type: "turn.finished", agentId: agent.id, turnId: turn.id })
  events.push(...reportUp(paid, agent, content, moment))
  if (holder) events.push(...askForMoney(paid, agent, holder, moment))
  else if (agent.queue.length > 0) events.push(...startTurn(world, agent, agent.queue, moment))
  return accept(...events)
}

export function decideDelay(agent: Agent, command: CommandOf<"turn.delay">, until: Instant): Decision {
  const turn = current(agent, command.turnId)
  if (turn?.status.kind !== "asking") return stale()
  const { failure, draft } = command
  return accept({ type: "turn.delayed", agentId: agent.id, turnId: turn.id, until, failure, draft })
}

export function decideRetryStep(agent: Agent, command: CommandOf<"turn.retry-step">): Decision {
  const turn = current(agent, command.turnId)
  if (turn?.status.kind !== "delayed") return stale()
  return accept(stepRetried(agent, turn))
}

export function decideFail(world: World, agent: Agent, command: CommandOf<"turn.fail">): Decision {
  const turn = current(agent, command.turnId)
  if (!turn) return stale()
  const { failure, parked, draft } = command
  return accept(...closeCalls(world, agent, turn), {
    type: "turn.failed",
    agentId: agent.id,
    turnId: turn.id,
    failure,
    parked,
    draft,
  })
}

export function decideStop(world: World, agent: Agent, command: CommandOf<"turn.stop">, { at }: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (!turn) return stale()
  return accept(...closeCalls(world, agent, turn, "stopped", at), interrupted(agent, turn.id, command.draft))
}

/** Runs once per turn that was in flight when the app died (F1–F8). */
export function decideRecover(world: World, agent: Agent, command: CommandOf<"turn.recover">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (!turn) return stale()
  if (turn.status.kind === "stopping")
    return accept(...closeCalls(world, agent, turn), interrupted(agent, turn.id, command.draft))
  return accept(...closeCalls(world, agent, turn, "unknown-outcome"), ...judgeAllowedAgain(world, agent, turn, moment), {
    type: "turn.recovered",
    agentId: agent.id,
    turnId: turn.id,
    draft: command.draft,
  })
}

function current(agent: Agent, turnId: TurnId): Turn | null {
  return agent.turn?.id === turnId ? agent.turn : null
}

function stale(): Decision {
  return reject("stale", "That turn is over.")
}

function stepRetried(agent: Agent, turn: Turn): Event {
  return { type: "turn.step-retried", agentId: agent.id, turnId: turn.id, attempt: turn.attempt + 1 }
}

function interrupted(agent: Agent, turnId: TurnId, draft: string): Event {
  return { type: "turn.interrupted", agentId: agent.id, turnId, draft }
}

function exhausted(agent: Agent, turnId: TurnId): Event {
  const message = `${agent.name} was stopped after ${STEP_LIMIT} steps without coming to an end.`
  return failed(agent, turnId, "step_limit", message)
}

/** A12: nothing was said and nothing is to be done; shown, so that the user is not left looking at their own message. */
function empty(agent: Agent, turnId: TurnId): Event {
  return failed(agent, turnId, "empty_reply", `${agent.name}'s reply was empty.`)
}

function failed(agent: Agent, turnId: TurnId, kind: "step_limit" | "empty_reply", message: string): Event {
  const failure = { kind, message, status: null, requestId: null, retryAfterMs: null }
  return { type: "turn.failed", agentId: agent.id, turnId, failure, parked: false, draft: "" }
}

/** Whose limit is reached, in a world where the last reply is paid for. */
function spentBy(paid: World, { id }: Agent): Agent | null {
  const agent = findAgent(paid, id)
  return (agent && breached(paid, agent)?.holder) ?? null
}

/** A sentence when nothing is left to spend. */
export function overBudget(world: World, agent: Agent): string | null {
  const holder = breached(world, agent)?.holder
  if (!holder) return null
  const limit = (holder.limitUsd ?? 0).toFixed(2)
  return `The $${limit} set aside for ${holder.name} are spent. Raise the limit with /budget, then go on.`
}

/** A breach pauses the agent; others that draw on the same money meet the same limit at their next step. */
function outOfMoney(agent: Agent, turnId: TurnId, holder: Agent): Event {
  const message = `The $${(holder.limitUsd ?? 0).toFixed(2)} set aside for ${holder.name} are spent.`
  const failure = { kind: "budget", message, status: null, requestId: null, retryAfterMs: null } as const
  return { type: "turn.failed", agentId: agent.id, turnId, failure, parked: true, draft: "" }
}

/** Once for each limit, whoever meets it first. */
function askForMoney(paid: World, agent: Agent, holder: Agent, moment: Moment): Event[] {
  const limitUsd = holder.limitUsd ?? 0
  if (Object.values(paid.attention).some((item) => item.kind === "budget" && item.holderId === holder.id)) return []
  const raised: Event = {
    type: "attention.raised",
    agentId: agent.id,
    item: {
      kind: "budget",
      id: moment.id("item") as ItemId,
      agentId: agent.id,
      at: moment.at,
      tier: 0,
      holderId: holder.id,
      limitUsd,
      spentUsd: holder.spentUsd + holder.spentBelowUsd,
    },
  }
  return [raised]
}

function saysSomething(block: ContentBlock): boolean {
  return block.type === "opaque" || (block.type === "text" && block.text.trim() !== "")
}

/** A reply larger than a wire message could never be shown again. */
function bounded(block: ContentBlock): ContentBlock {
  if (block.type !== "text" || block.text.length <= MESSAGE_TEXT_LIMIT) return block
  const dropped = block.text.length - MESSAGE_TEXT_LIMIT
  return {
    ...block,
    text: `${wellFormed(block.text.slice(0, MESSAGE_TEXT_LIMIT))}\n\n[${dropped} more characters were left out]`,
  }
}

/** The provider's tool_use ids are replaced: two calls with the same id would make the history invalid for ever (T27). */
function withOwnId(block: ContentBlock, moment: Moment): ContentBlock {
  return block.type === "tool_use" ? { ...block, id: moment.id("call") as CallId } : block
}
