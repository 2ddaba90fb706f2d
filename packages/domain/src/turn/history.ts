// Owns: what a model reads of its own turns: in its conversation, and in the exchange of a turn that is apart from it.
import type { Event, EventOf, Reply } from "@kibitz/contract"
import { blockedHistory, resultHistory } from "../call/history.ts"
import { oddTold } from "../history/odd-reply.ts"
import type { HistoryMessage } from "../kernel/history-message.ts"

const INTERRUPTED = "[The user stopped your last reply before it was finished.]"

export function replyHistory({ reply, apart }: EventOf<"turn.replied">): HistoryMessage[] {
  return apart ? [] : replied(reply)
}

export function stopHistory({ apart }: EventOf<"turn.interrupted">): HistoryMessage[] {
  return apart ? [] : [told(INTERRUPTED)]
}

export function sentBackHistory({ problem, apart }: EventOf<"turn.sent-back">): HistoryMessage[] {
  return apart ? [] : [told(problem)]
}

/** What an event adds to the exchange of a turn that is apart; nothing where it belongs to the conversation. */
export function exchangeOf(event: Event): readonly HistoryMessage[] {
  switch (event.type) {
    case "turn.replied":
      return event.apart ? replied(event.reply) : []
    case "turn.sent-back":
      return event.apart ? [told(event.problem)] : []
    case "call.finished":
      return resultHistory(event)
    case "call.blocked":
      return blockedHistory(event)
    default:
      return []
  }
}

function replied(reply: Reply): HistoryMessage[] {
  if (reply.stopReason === "refusal") return []
  const odd = oddTold(reply)
  return [{ role: "assistant", content: reply.content }, ...(odd === null ? [] : [told(odd)])]
}

function told(text: string): HistoryMessage {
  return { role: "user", content: [{ type: "text", text }] }
}
