// Owns: a strict reading of what the Messages API accepts, written apart from repair.ts so that tests can hold the two against each other.
import type { HistoryMessage } from "./state.ts"

/** What is wrong with a history, or null. */
export function invalidity(messages: readonly HistoryMessage[]): string | null {
  const used = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1]
    if (index === 0 && message.role !== "user") return "it does not begin with the user"
    if (before?.role === message.role) return `messages ${index - 1} and ${index} are both ${message.role}`
    if (message.content.length === 0) return `message ${index} is empty`
    const expected = before?.role === "assistant" ? callsOf(before) : []
    if (message.role === "user") {
      const results = message.content.flatMap((block) => (block.type === "tool_result" ? [block.callId] : []))
      if (results.join() !== expected.join())
        return `message ${index} answers ${results.join() || "nothing"}, expected ${expected.join() || "nothing"}`
      const firstText = message.content.findIndex((block) => block.type === "text")
      if (firstText !== -1 && message.content.slice(firstText).some((block) => block.type === "tool_result"))
        return "text before a result"
    }
    for (const call of callsOf(message)) {
      if (used.has(call)) return `call ${call} appears twice`
      used.add(call)
    }
    const texts = [...message.content].map((block) => (block.type === "text" ? block.text : null)).filter((text) => text !== null)
    if (texts.some((text) => text.trim() === "")) return `message ${index} has an empty text`
    if (texts.some((text) => !text.isWellFormed())) return `message ${index} has a lone surrogate`
  }
  const last = messages.at(-1)
  return last && callsOf(last).length > 0 ? "the last calls have no results" : null
}

function callsOf(message: HistoryMessage): string[] {
  return message.role === "assistant"
    ? message.content.flatMap((block) => (block.type === "tool_use" ? [block.id as string] : []))
    : []
}
