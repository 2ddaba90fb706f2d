// Owns: making a request out of a history that was read from events. Drafts are not in it: the model never finished them (F2).
import type { ContentBlock } from "@kibitz/contract"
import type { HistoryMessage } from "../kernel/history-message.ts"
import { plain } from "./sendable.ts"

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
