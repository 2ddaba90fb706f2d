// Owns: what may happen to a turn. A report about a turn that is over is refused as stale, so that a slow reactor cannot revive one.
import {
  type Agent,
  type CallId,
  type CommandOf,
  type ContentBlock,
  type Event,
  type EventOf,
  fromInstant,
  MESSAGE_TEXT_LIMIT,
  type MessageId,
  type Reply,
  type ToolUseBlock,
  type Turn,
  type TurnId,
  toInstant,
  type World,
} from "@kibitz/contract"
import { settleItems } from "../attention/items.ts"
import { crashOf, culpritOf } from "../call/crashes.ts"
import { closeCalls, isOpen, judgeAllowedAgain, judgeCalls, type NotMade } from "../call/decide.ts"
import { fingerprintOf } from "../call/fingerprint.ts"
import { askForMoney } from "../cost/ask-for-money.ts"
import { overBudget } from "../cost/breach.ts"
import { breached } from "../cost/budget.ts"
import { charged } from "../cost/charge.ts"
import { costOf } from "../cost/cost.ts"
import { isEmptyReply, whyEmpty } from "../history/odd-reply.ts"
import { localTime } from "../kernel/local-time.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { wellFormed } from "../kernel/well-formed.ts"
import { deliverNow, saidNow } from "../message/decide.ts"
import { isFromUser } from "../message/from-agents.ts"
import { reportUp } from "../message/report-up.ts"
import { delivered, startTurn } from "../message/start.ts"
import { mayTake } from "../message/wake.ts"
import { capped, getStuck, loop, times } from "../perseverance/stuck.ts"
import { restartedLine } from "../presence/lines.ts"
import { askAboutProvider, isOfProvider, keptAsleep, unknownModel, usageLimit } from "../provider/provider.ts"
import { findAgent } from "../team/agents.ts"
import { moveTo } from "../team/standing.ts"
import { checksFor, startVerification } from "../verification/verify.ts"
import { afterDeclined, isDeclined } from "./declined.ts"
import { givenUp } from "./given-up.ts"
import { stopsInChat, unitEnded } from "./unit-end.ts"
import { workedIn } from "./worked.ts"

/** A turn that has not come to an end after so many requests is not going to. */
export const STEP_LIMIT = 500

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
  if (!agent.lastTurn || agent.lastTurn.outcome === "finished") {
    return reject("nothing-to-retry", `${agent.name}'s last turn ended well. Send a message to start another.`)
  }
  return accept(...opened, ...startTurn(world, agent, agent.queue, moment))
}

export function decideReply(world: World, agent: Agent, command: CommandOf<"turn.reply">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (turn?.status.kind !== "asking" && turn?.status.kind !== "stopping") return stale()
  const content = command.reply.content.map((block) => bounded(withOwnId(block, moment)))
  const wanted = content.filter((block) => block.type === "tool_use")
  const step = turn.step + 1
  const isRehearsal = agent.rehearsal || world.connection.using === "rehearsal"
  const costUsd = isRehearsal ? 0 : costOf(command.reply.usage, turn.model, world.settings)
  const events: Event[] = [
    {
      type: "turn.replied",
      agentId: agent.id,
      turnId: turn.id,
      messageId: moment.id("msg") as MessageId,
      step,
      reply: { ...command.reply, content },
      costUsd,
      ...(wanted.length > 0 ? { fingerprint: fingerprintOf(wanted) } : {}),
    },
  ]
  const unmade = (why: NotMade) => judgeCalls(world, agent, turn.id, wanted, why, moment)
  if (turn.status.kind === "stopping") return accept(...events, ...unmade("stopped"), interrupted(agent, turn.id, ""))
  const paid = charged(world, agent.id, costUsd)
  const holder = spentBy(paid, agent)
  const money = holder ? askForMoney(paid, agent, holder, moment) : []
  if (isDeclined(command.reply)) {
    return accept(
      ...events,
      ...unmade("declined"),
      { type: "turn.finished", agentId: agent.id, turnId: turn.id },
      ...money,
      ...afterDeclined(paid, { ...agent, turn: null }, command.reply, holder === null, moment),
    )
  }
  const messages = deliverNow(agent, turn.id)
  const isEmpty = isEmptyReply({ content })
  // A pause with nothing before it would be asked for again and again.
  const goesOn = wanted.length > 0 || saidNow(agent) || (command.reply.stopReason === "pause_turn" && !isEmpty)
  if (goesOn && step >= STEP_LIMIT)
    return accept(...events, ...unmade("exhausted"), ...gaveOut(paid, agent, exhausted(agent, turn.id), moment), ...money)
  if (goesOn && holder) return accept(...events, ...unmade("budget"), outOfMoney(agent, turn.id, holder), ...money)
  const stuck = goesOn ? lostCause(world, agent, turn, wanted, moment) : null
  if (stuck) {
    const said = textOf(content)
    const ended = { ...agent, turn: null }
    const finished: Event = { type: "turn.finished", agentId: agent.id, turnId: turn.id }
    // What the user has said meanwhile is another word, and worth another try.
    if (agent.standing.kind === "open" && agent.queue.some(isFromUser))
      return accept(...events, ...unmade("spoken-to"), finished, ...startTurn(paid, ended, agent.queue, moment))
    return accept(
      ...events,
      ...unmade("stuck"),
      finished,
      ...getStuck(ended, stuck, moment),
      ...reportUp(paid, ended, said, `is stuck: ${stuck.detail}`, moment),
    )
  }
  const calls = judgeCalls(world, agent, turn.id, wanted, "running", moment)
  events.push(...calls)
  if (calls.some((event) => event.type === "call.allowed" || event.type === "call.asked")) return accept(...events)
  if (goesOn) return accept(...events, ...messages)
  // At the token limit it was not done yet, and is told to go on.
  if (isEmpty && command.reply.stopReason !== "max_tokens")
    return accept(...events, ...gaveOut(paid, agent, empty(agent, turn.id, command.reply), moment), ...money)
  events.push({ type: "turn.finished", agentId: agent.id, turnId: turn.id })
  const ended = { ...agent, turn: null }
  if (agent.queue.length > 0 && agent.standing.kind === "open" && mayTake(world, ended, agent.queue))
    return accept(...events, ...(holder ? money : startTurn(world, ended, agent.queue, moment)))
  // What it says with its last money counts: only another turn would cost something.
  const end = unitEnded(paid, ended, textOf(content), moment)
  return accept(...events, ...end, ...(isOver(agent, end) ? [] : money))
}

/** Done, stuck or being checked: nobody is asked to pay for what is not to go on. */
function isOver({ id }: Agent, events: readonly Event[]): boolean {
  return events.some(
    (event) =>
      (event.type === "verification.started" || (event.type === "agent.moved" && event.standing.kind !== "open")) &&
      event.agentId === id,
  )
}

/** Alone, it is not let run on when it goes round in circles, or has had all the time an assignment gets. */
function lostCause(world: World, agent: Agent, turn: Turn, wanted: readonly ToolUseBlock[], { at }: Moment) {
  if (agent.presence) return null
  const calls = wanted.length > 0 ? [...agent.run.calls, fingerprintOf(wanted)] : []
  const workedMs = agent.run.workedMs + workedIn(turn, at)
  return loop(agent.name, calls) ?? capped(world.settings, { name: agent.name, run: { ...agent.run, iteration: 0, workedMs } })
}

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n")
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
    return accept(...closeCalls(world, agent, turn, "stopped", moment.at), interrupted(agent, turn.id, draft))
  const parked = command.parked && isOfProvider(failure)
  return accept(
    ...closeCalls(world, agent, turn, "failed"),
    { type: "turn.failed", agentId: agent.id, turnId: turn.id, failure, ...unknownModel(agent, failure), parked, draft },
    ...(parked
      ? askAboutProvider(world, agent, failure, null, moment)
      : tellOfFailure(world, agent, failure.message, command.parked, moment)),
  )
}

/** Failed by what it replied itself, not by the provider; whoever waits for it has to know all the same. */
function gaveOut(world: World, agent: Agent, failed: EventOf<"turn.failed">, moment: Moment): Event[] {
  return [failed, ...tellOfFailure(world, agent, failed.failure.message, false, moment)]
}

/**
 * Its parent is told the first time and when nothing more is tried; in between it is only started again (restart-one). isFinal: another try
 * would end the same.
 */
function tellOfFailure(world: World, agent: Agent, message: string, isFinal: boolean, moment: Moment): Event[] {
  // A provider's own words may end without one.
  const why = /[.!?]$/.test(message) ? message : `${message}.`
  const ended = { ...agent, turn: null }
  const { restarts } = agent.run
  const again = !isFinal && agent.supervision === "restart-one" && restarts < world.settings.limits.restarts
  if (again) {
    const told = restarts > 0 ? [] : reportUp(world, ended, "", `has failed: ${why} Kibitz starts it again`, moment)
    // With the user there it is not started again: it has stopped, and they have to know.
    return [...told, ...stopsInChat(world, ended, why, moment)]
  }
  const tried = restarts === 0 ? "" : ` It was restarted ${times(restarts)}.`
  const detail = `${agent.name} stopped: ${why}${tried} Its transcript is intact.`
  return [
    ...getStuck(ended, { why: "failed", detail }, moment),
    ...reportUp(world, ended, "", `has failed for good: ${why}`, moment),
  ]
}

export function decideStop(world: World, agent: Agent, command: CommandOf<"turn.stop">, { at }: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (!turn) return stale()
  return accept(...closeCalls(world, agent, turn, "stopped", at), interrupted(agent, turn.id, command.draft))
}

/** Runs once per turn that was in flight when the app died (F1–F8). What has brought it down again and again is not taken up (F34). */
export function decideRecover(world: World, agent: Agent, command: CommandOf<"turn.recover">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (!turn) return stale()
  if (turn.status.kind === "stopping")
    return accept(...closeCalls(world, agent, turn, "stopped"), interrupted(agent, turn.id, command.draft))
  const culprit = culpritOf(agent, turn)
  if (culprit) return accept(...crashOf(agent, turn), ...givenUp(world, agent, turn, culprit.call, command.draft, moment))
  if (turn.cause === "verification") {
    // What it waits for is still a good question, and the card stays the same.
    if (turn.calls.some(({ status }) => status === "asked"))
      return accept({ type: "turn.recovered", agentId: agent.id, turnId: turn.id, draft: command.draft })
    // Half a verification proves nothing; it begins anew.
    const now = checksFor(world, agent, moment)
    // By the checks of today; with none left, by those it was to be held to, or it would never come to an end.
    const checks = now.length > 0 ? now : turn.checks.map((check) => ({ ...check, callId: moment.id("call") as CallId }))
    return accept(
      ...closeCalls(world, agent, turn, "cut-off"),
      ...crashOf(agent, turn),
      { type: "verification.cut-off", agentId: agent.id, turnId: turn.id },
      ...startVerification(world, agent, checks, turn.said, moment),
    )
  }
  const unfinished = closeCalls(world, agent, turn, "unknown-outcome")
  const again = judgeAllowedAgain(world, agent, turn, moment)
  const told = { id: moment.id("msg") as MessageId, text: restartedLine(moment.at, lastCallOf(turn)), note: "restarted" as const }
  // Told at once where the model is asked next, otherwise with what its calls bring (OPM-11).
  const isAsking = turn.calls.every(
    (call) => !isOpen(call) || unfinished.some((event) => "callId" in event && event.callId === call.id),
  )
  const telling: Event[] =
    isAsking && turn.status.kind !== "delayed"
      ? [delivered(agent, turn.id, told)]
      : [{ type: "agent.noticed", agentId: agent.id, notice: { ...told, at: moment.at } }]
  return accept(
    ...unfinished,
    ...again,
    ...crashOf(agent, turn),
    { type: "turn.recovered", agentId: agent.id, turnId: turn.id, draft: command.draft },
    ...telling,
  )
}

function lastCallOf({ calls }: Turn): { capability: string; finished: boolean } | null {
  const last = calls.at(-1)
  return last ? { capability: last.capability, finished: last.status === "finished" } : null
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
  const paused = agent.standing.kind === "paused" ? { paused: true as const } : {}
  return { type: "turn.interrupted", agentId: agent.id, turnId, draft, ...paused }
}

function exhausted(agent: Agent, turnId: TurnId): EventOf<"turn.failed"> {
  const message = `${agent.name} was stopped after ${STEP_LIMIT} steps without coming to an end.`
  return failed(agent, turnId, "step_limit", message)
}

/** A12: nothing was said and nothing is to be done; shown, so that the user is not left looking at their own message. */
function empty(agent: Agent, turnId: TurnId, reply: Reply): EventOf<"turn.failed"> {
  return failed(agent, turnId, "empty_reply", whyEmpty(agent.name, reply))
}

function failed(agent: Agent, turnId: TurnId, kind: "step_limit" | "empty_reply", message: string): EventOf<"turn.failed"> {
  const failure = { kind, message, status: null, requestId: null, retryAfterMs: null }
  return { type: "turn.failed", agentId: agent.id, turnId, failure, parked: false, draft: "" }
}

/** Whose limit is reached, in a world where the last reply is paid for. */
function spentBy(paid: World, { id }: Agent): Agent | null {
  const agent = findAgent(paid, id)
  return (agent && breached(paid, agent)?.holder) ?? null
}

/** A breach pauses the agent; others that draw on the same money meet the same limit at their next step. */
function outOfMoney(agent: Agent, turnId: TurnId, holder: Agent): Event {
  const message = `The $${(holder.limitUsd ?? 0).toFixed(2)} set aside for ${holder.name} are spent.`
  const failure = { kind: "budget", message, status: null, requestId: null, retryAfterMs: null } as const
  return { type: "turn.failed", agentId: agent.id, turnId, failure, parked: true, draft: "" }
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
