// Owns: a conversation with calls, for a request that does not offer those tools: the API refuses a call of a tool that the request does not
// name. Nothing is left out; what was called and what came of it is told in words.
import type { ContentBlock } from "@kibitz/contract"
import type { HistoryMessage, HistoryUserBlock } from "../kernel/history-message.ts"

const LONGEST_INPUT = 2_000

/** `offered`: the names of the tools in the request. */
export function spokenCalls(messages: readonly HistoryMessage[], offered: readonly string[]): readonly HistoryMessage[] {
  const spoken = new Set<string>()
  return messages.map((message): HistoryMessage => {
    if (message.role === "assistant") {
      for (const block of message.content) if (block.type === "tool_use" && !offered.includes(block.name)) spoken.add(block.id)
      return { role: "assistant", content: message.content.map((block) => asCalled(block, spoken)) }
    }
    return { role: "user", content: message.content.map((block) => asReturned(block, spoken)) }
  })
}

function asCalled(block: ContentBlock, spoken: ReadonlySet<string>): ContentBlock {
  if (block.type !== "tool_use" || !spoken.has(block.id)) return block
  const input = JSON.stringify(block.input)
  const shown = input.length > LONGEST_INPUT ? `${input.slice(0, LONGEST_INPUT).toWellFormed()}…` : input
  return { type: "text", text: `[You called ${block.name} with ${shown}]` }
}

function asReturned(block: HistoryUserBlock, spoken: ReadonlySet<string>): HistoryUserBlock {
  if (block.type !== "tool_result" || !spoken.has(block.callId)) return block
  return { type: "text", text: `[${block.isError ? "The call failed" : "The call returned"}]\n${block.output}` }
}
