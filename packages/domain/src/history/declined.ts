// Owns: that what a provider declined to answer is not sent to it again (A11): every later request that still held it would be declined too.
import type { HistoryMessage, HistoryUserBlock } from "../kernel/history-message.ts"

const LEFT_OUT = "[What was said here is left out: the provider declined to answer it.]"
const RESULT_LEFT_OUT = "[Left out: the provider declined to answer with this.]"

/** The history before the reply that was broken off, without what led to it. Results keep their place, or the calls before them had none. */
export function withoutDeclined(messages: readonly HistoryMessage[]): HistoryMessage[] {
  const from = messages.findLastIndex(({ role }) => role === "assistant") + 1
  const results = messages.slice(from).flatMap((message) => (message.role === "user" ? message.content.flatMap(emptied) : []))
  return [...messages.slice(0, from), { role: "user", content: [...results, { type: "text", text: LEFT_OUT }] }]
}

function emptied(block: HistoryUserBlock): HistoryUserBlock[] {
  return block.type === "tool_result" ? [{ ...block, output: RESULT_LEFT_OUT }] : []
}
