// Owns: reading a history out of transcript events. Drafts are not in it: the model never finished them (F2).
import type { ContentBlock, Event, EventOf, Reply } from "@kibitz/contract"
import { fenced } from "../gate/fence.ts"
import { oddTold } from "./odd-reply.ts"
import { plain } from "./sendable.ts"
import type { HistoryMessage } from "./state.ts"

const INTERRUPTED = "[The user stopped your last reply before it was finished.]"

/** The messages one event adds; the caller strings them together and repairs the whole. */
export function historyOf(event: Event): HistoryMessage[] {
  switch (event.type) {
    case "message.delivered":
      return [{ role: "user", content: [{ type: "text", text: event.text }] }]
    case "posture.changed":
      return event.axis === "surface" ? [] : [told(`[Your ${event.axis} is now ${event.to}. It was ${event.from}.]`)]
    case "turn.replied":
      return event.reply.stopReason === "refusal" ? [] : replied(event.reply)
    case "call.finished":
      return [toolResult(event.callId, readable(event), !event.result.ok)]
    case "call.blocked":
      return [toolResult(event.callId, event.verdict.because, true)]
    case "turn.interrupted":
      return [{ role: "user", content: [{ type: "text", text: INTERRUPTED }] }]
    default:
      return []
  }
}

function replied(reply: Reply): HistoryMessage[] {
  const odd = oddTold(reply)
  return [{ role: "assistant", content: reply.content }, ...(odd === null ? [] : [told(odd)])]
}

function told(text: string): HistoryMessage {
  return { role: "user", content: [{ type: "text", text }] }
}

/** What comes from outside is fenced, so that it cannot speak as the user or as Kibitz (T15). */
function readable({ agentId, result }: EventOf<"call.finished">): string {
  const { output, fence, source = "a tool" } = result
  return fence === undefined || output === "" ? output : fenced({ output, fence, source, agent: agentId })
}

function toolResult(callId: string, output: string, isError: boolean): HistoryMessage {
  return { role: "user", content: [{ type: "tool_result", callId, output: output === "" ? "(no output)" : output, isError }] }
}

/** The API wants the last word to be the user's, except when a paused turn is to be gone on with; that may not end in a blank. */
export function asRequest(messages: readonly HistoryMessage[], paused: boolean): readonly HistoryMessage[] {
  const last = messages.at(-1)
  if (last?.role === "user") return messages
  if (last && paused) {
    const content = trimmedAtEnd(last.content)
    return content === last.content ? messages : [...messages.slice(0, -1), { role: "assistant", content }]
  }
  return [...messages, { role: "user", content: [{ type: "text", text: "Continue." }] }]
}

function trimmedAtEnd(content: readonly ContentBlock[]): readonly ContentBlock[] {
  const last = content.at(-1)
  if (last?.type !== "text" || last.text === last.text.trimEnd()) return content
  return [...content.slice(0, -1), { ...last, text: last.text.trimEnd() }]
}

/** Without what only some servers take back: thinking, and blocks this version does not know. To be repaired afterwards. */
export function plainHistory(messages: readonly HistoryMessage[]): HistoryMessage[] {
  return messages.map((message) => (message.role === "user" ? message : { ...message, content: plain(message.content) }))
}
