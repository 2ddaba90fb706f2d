// Owns: what a reply means for its turn: calls to make, an answer to the turn's brief, or the end of the turn without one.
import {
  type Agent,
  type CallId,
  type CommandOf,
  type ContentBlock,
  type Event,
  MESSAGE_TEXT_LIMIT,
  type MessageId,
  type ToolUseBlock,
  type Turn,
  type World,
} from "@kibitz/contract"
import { type AnyModelBrief, hasNoTools } from "../brief/define.ts"
import { modelBriefOf } from "../brief/registry.ts"
import { judgeCalls, type NotMade, takesMessages } from "../call/decide.ts"
import { fingerprintOf } from "../call/fingerprint.ts"
import { askForMoney } from "../cost/ask-for-money.ts"
import { breached } from "../cost/budget.ts"
import { charged } from "../cost/charge.ts"
import { costOf } from "../cost/cost.ts"
import { isEmptyReply } from "../history/odd-reply.ts"
import { accept, type Decision, type Moment } from "../kernel/outcome.ts"
import { wellFormed } from "../kernel/well-formed.ts"
import { deliverNow, saidNow } from "../message/decide.ts"
import { isFromUser } from "../message/from-agents.ts"
import { reportUp } from "../message/report-up.ts"
import { startTurn } from "../message/start.ts"
import { capped, getStuck, loop } from "../perseverance/stuck.ts"
import { findAgent } from "../team/agents.ts"
import { answered, gaveOut, type Heard, NO_TOOLS, notAnAnswer, textOf, unanswered } from "./answered.ts"
import { current, failed, interrupted, stale } from "./current.ts"
import { afterDeclined, isDeclined, whyDeclined } from "./declined.ts"
import { workedIn } from "./worked.ts"

/** A turn that has not come to an end after so many requests is not going to. */
export const STEP_LIMIT = 500

export function decideReply(world: World, agent: Agent, command: CommandOf<"turn.reply">, moment: Moment): Decision {
  const turn = current(agent, command.turnId)
  if (turn?.status.kind !== "asking" && turn?.status.kind !== "stopping") return stale()
  const content = command.reply.content.map((block) => bounded(withOwnId(block, moment)))
  const wanted = content.filter((block) => block.type === "tool_use")
  const isRehearsal = agent.rehearsal || world.connection.using === "rehearsal"
  const costUsd = isRehearsal ? 0 : costOf(command.reply.usage, turn.model, world.settings)
  const reply = { ...command.reply, content }
  const replied: Event = {
    type: "turn.replied",
    agentId: agent.id,
    turnId: turn.id,
    messageId: moment.id("msg") as MessageId,
    step: turn.step + 1,
    reply,
    costUsd,
    ...(wanted.length > 0 ? { fingerprint: fingerprintOf(wanted) } : {}),
    ...(turn.brief.apart ? { apart: apartOf(turn) } : {}),
  }
  if (turn.status.kind === "stopping")
    return accept(replied, ...judgeCalls(world, agent, turn.id, wanted, "stopped", moment), interrupted(agent, turn, ""))
  const paid = charged(world, agent.id, costUsd)
  const holder = spentBy(paid, agent)
  const money = holder ? askForMoney(paid, agent, holder, moment) : []
  const brief = modelBriefOf(turn)
  return accept(replied, ...follows({ world, paid, agent, turn, brief, reply, wanted, holder, money, moment }))
}

function apartOf({ brief: { kind, speaker } }: Turn) {
  return { kind, ...(speaker === undefined ? {} : { speaker }) }
}

/** What comes of it, once it is recorded and paid for. */
function follows(heard: Heard): readonly Event[] {
  const { world, paid, agent, turn, brief, reply, wanted, holder, money, moment } = heard
  const unmade = (why: NotMade) => judgeCalls(world, agent, turn.id, wanted, why, moment)
  const finished: Event = { type: "turn.finished", agentId: agent.id, turnId: turn.id }
  if (isDeclined(reply)) {
    if (turn.brief.apart)
      return [...unmade("declined"), ...unanswered(heard, { why: "declined", message: whyDeclined(agent, reply) })]
    const after = afterDeclined(paid, { ...agent, turn: null }, reply, holder === null, moment)
    return [...unmade("declined"), finished, ...money, ...after]
  }
  const isHeard = takesMessages(turn)
  const isPaused = reply.stopReason === "pause_turn" && !isEmptyReply(reply)
  // A pause with nothing before it would be asked for again and again.
  const goesOn = wanted.length > 0 || (isHeard && saidNow(agent)) || isPaused
  if (goesOn && turn.step + 1 >= STEP_LIMIT) return [...unmade("exhausted"), ...gaveOut(heard, exhausted(agent, turn)), ...money]
  if (goesOn && holder) return [...unmade("budget"), outOfMoney(agent, turn, holder), ...money]
  const stuck = goesOn ? lostCause(world, agent, turn, wanted, moment) : null
  if (stuck) {
    const ended = { ...agent, turn: null }
    // What the user has said meanwhile is another word, and worth another try.
    if (agent.standing.kind === "open" && agent.queue.some(isFromUser))
      return [...unmade("spoken-to"), finished, ...startTurn(paid, ended, agent.queue, moment)]
    const told = reportUp(paid, ended, textOf(reply.content), `is stuck: ${stuck.detail}`, moment)
    return [...unmade("stuck"), finished, ...getStuck(ended, stuck, moment), ...told]
  }
  const calls = judgeCalls(world, agent, turn.id, wanted, "running", moment)
  if (calls.some(({ type }) => type === "call.allowed" || type === "call.asked")) return calls
  if (wanted.length > 0 && isWithoutTools(brief)) return [...calls, ...notAnAnswer(heard, NO_TOOLS)]
  if (goesOn) return [...calls, ...(isHeard ? deliverNow(agent, turn.id) : [])]
  return answered(heard)
}

function isWithoutTools(brief: AnyModelBrief | undefined): boolean {
  return brief === undefined || hasNoTools(brief)
}

/** Alone, it is not let run on when it goes round in circles, or has had all the time an assignment gets. */
function lostCause(world: World, agent: Agent, turn: Turn, wanted: readonly ToolUseBlock[], { at }: Moment) {
  if (agent.presence) return null
  const calls = wanted.length > 0 ? [...agent.run.calls, fingerprintOf(wanted)] : []
  const workedMs = agent.run.workedMs + workedIn(turn, at)
  return loop(agent.name, calls) ?? capped(world.settings, { name: agent.name, run: { ...agent.run, iteration: 0, workedMs } })
}

function exhausted(agent: Agent, turn: Turn) {
  return failed(agent, turn.id, "step_limit", `${agent.name} was stopped after ${STEP_LIMIT} steps without coming to an end.`)
}

/** Whose limit is reached, in a world where the last reply is paid for. */
function spentBy(paid: World, { id }: Agent): Agent | null {
  const agent = findAgent(paid, id)
  return (agent && breached(paid, agent)?.holder) ?? null
}

/** A breach pauses the agent; others that draw on the same money meet the same limit at their next step. */
function outOfMoney(agent: Agent, turn: Turn, holder: Agent): Event {
  const message = `The $${(holder.limitUsd ?? 0).toFixed(2)} set aside for ${holder.name} are spent.`
  return { ...failed(agent, turn.id, "budget", message), parked: true }
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
