// Owns: how a turn ends with an answer to its brief, or without one. A reply that is no valid answer is sent back as often as the brief allows,
// and never more often.
import type { Agent, ContentBlock, Event, EventOf, Reply, ToolUseBlock, Turn, World } from "@kibitz/contract"
import { readAnswer } from "../brief/answer.ts"
import type { AnyModelBrief, Unanswered } from "../brief/define.ts"
import { isEmptyReply, whyEmpty } from "../history/odd-reply.ts"
import { continueAfter, isOver, nextWords, type Situation, takesQueue } from "./afterwards.ts"
import { failed } from "./current.ts"
import { tellOfFailure } from "./failure.ts"

/** A reply, and all that decides what it means. `paid`: the world in which it is paid for. `brief`: undefined where the kind is not known. */
export type Heard = Situation & {
  readonly paid: World
  readonly agent: Agent
  readonly turn: Turn
  readonly brief: AnyModelBrief | undefined
  readonly reply: Reply
  readonly wanted: readonly ToolUseBlock[]
}

export const NO_TOOLS = "There are no tools in this turn. Answer in words, without a call."
const UNKNOWN = "This version of Kibitz does not know what this turn was asked for."

/** The reply asks for nothing more: it is the answer, or should be. */
export function answered(heard: Heard): readonly Event[] {
  const { paid, agent, turn, brief, reply, moment } = heard
  if (!brief) return unanswered(heard, { why: "invalid", message: UNKNOWN })
  const text = textOf(reply.content)
  // At the token limit it was not done yet: in a conversation it is told to go on, elsewhere half an answer is none.
  const isCut = reply.stopReason === "max_tokens"
  if (isCut && !brief.joins) return notAnAnswer(heard, CUT_OFF)
  if (brief.answer === "free" && isEmptyReply(reply) && !isCut) return empty(heard)
  const answer = brief.answer === "free" ? { value: text } : readAnswer(brief.answer, text)
  if ("problem" in answer) return notAnAnswer(heard, answer.problem)
  const finished: Event = { type: "turn.finished", agentId: agent.id, turnId: turn.id }
  const ended = { ...agent, turn: null }
  if (brief.joins && takesQueue(heard.world, ended)) return [finished, ...nextWords(heard, ended)]
  const then = brief.onAnswer(paid, ended, turn, answer.value, moment)
  if (!brief.joins) return [finished, ...then, ...continueAfter(heard, ended, then)]
  return [finished, ...then, ...(isOver(agent, then) ? [] : heard.money)]
}

const CUT_OFF = "Your reply was cut off at the token limit. Give a shorter answer."

/** Asked again with the problem named, as often as the brief allows. */
export function notAnAnswer(heard: Heard, problem: string): readonly Event[] {
  const { agent, turn, brief, holder } = heard
  if ((turn.sentBack ?? 0) >= (brief?.retries ?? 0) || holder) {
    return unanswered(heard, { why: "invalid", message: `${agent.name} gave no valid answer. The last problem: ${problem}` })
  }
  const apart = turn.brief.apart ? { apart: true as const } : {}
  return [{ type: "turn.sent-back", agentId: agent.id, turnId: turn.id, problem, ...apart }]
}

/** The turn fails, and the brief says what comes of that. By itself, the agent is stuck and a card says why. */
export function unanswered(heard: Heard, why: Unanswered): readonly Event[] {
  const { paid, agent, turn, brief, money, moment } = heard
  const event = failed(agent, turn.id, "invalid_answer", why.message)
  if (!brief?.onFailure) return [event, ...tellOfFailure(paid, agent, why.message, true, moment), ...money]
  const ended = { ...agent, turn: null }
  const then = brief.onFailure(paid, ended, turn, why, moment)
  return [event, ...then, ...continueAfter(heard, ended, then)]
}

/** Failed by what it replied itself, not by the provider; whoever waits for it has to know all the same. */
export function gaveOut({ paid, agent, moment }: Heard, event: EventOf<"turn.failed">): Event[] {
  return [event, ...tellOfFailure(paid, agent, event.failure.message, false, moment)]
}

/** A12: nothing was said and nothing is to be done; shown, so that the user is not left looking at their own message. */
function empty(heard: Heard): readonly Event[] {
  const { agent, turn, reply, money } = heard
  const message = whyEmpty(agent.name, reply)
  if (turn.brief.apart) return unanswered(heard, { why: "empty", message })
  return [...gaveOut(heard, failed(agent, turn.id, "empty_reply", message)), ...money]
}

export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n")
}
