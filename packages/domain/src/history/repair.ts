// Owns: that what goes to the API is valid whatever the journal holds (A15). One orphan tool_use would get every later request of that agent
// refused, so this runs before each one. Single blocks are in sendable.ts. Pure and idempotent: repair(repair(h)) = repair(h).
import type { ContentBlock, ToolUseBlock } from "@kibitz/contract"
import type { HistoryMessage, HistoryUserBlock } from "../kernel/history-message.ts"
import { wellFormed } from "../kernel/well-formed.ts"
import { sendable, thinkingInPlace } from "./sendable.ts"

const LOST_RESULT = "No result was recorded for this call."

export function repairHistory(messages: readonly HistoryMessage[]): HistoryMessage[] {
  const repaired: HistoryMessage[] = []
  const seen = new Set<string>()
  let index = 0
  while (index < messages.length) {
    const message = messages[index]
    if (!message) break
    if (message.role === "assistant") {
      const content = sendable(message.content, seen)
      index += 1
      if (content.length === 0 || repaired.length === 0) continue
      const following = gatherUser(messages, index)
      index = following.next
      repaired.push({ role: "assistant", content })
      pushUser(repaired, answer(content, following.content))
      continue
    }
    const following = gatherUser(messages, index)
    index = following.next
    pushUser(
      repaired,
      following.content.filter((block) => block.type === "text"),
    )
  }
  return mergeAssistants(repaired)
}

/** Consecutive user messages are one to the API. */
function gatherUser(messages: readonly HistoryMessage[], from: number): { content: HistoryUserBlock[]; next: number } {
  const content: HistoryUserBlock[] = []
  let next = from
  for (; next < messages.length; next++) {
    const message = messages[next]
    if (message?.role !== "user") break
    content.push(...message.content)
  }
  return { content, next }
}

/** Results first, in the order of the calls, each exactly once; then what the user said. */
function answer(reply: readonly ContentBlock[], said: readonly HistoryUserBlock[]): HistoryUserBlock[] {
  const calls = reply.filter((block): block is ToolUseBlock => block.type === "tool_use")
  const results = calls.map((call): HistoryUserBlock => {
    const found = said.find((block) => block.type === "tool_result" && block.callId === call.id)
    return found ?? { type: "tool_result", callId: call.id, output: LOST_RESULT, isError: true }
  })
  return [...results, ...said.filter((block) => block.type === "text")]
}

function pushUser(repaired: HistoryMessage[], blocks: readonly HistoryUserBlock[]): void {
  const content = blocks.map(wellFormedBlock).filter((block) => block.type !== "text" || block.text.trim() !== "")
  if (content.length === 0) return
  const last = repaired.at(-1)
  if (last?.role === "user") repaired[repaired.length - 1] = { role: "user", content: [...last.content, ...content] }
  else repaired.push({ role: "user", content })
}

/** The same object when nothing is wrong with it, so that what was made of it can be used again with the next request. */
function wellFormedBlock(block: HistoryUserBlock): HistoryUserBlock {
  if (block.type === "text") {
    const text = wellFormed(block.text)
    return text === block.text ? block : { ...block, text }
  }
  const output = wellFormed(block.output)
  return output === block.output ? block : { ...block, output }
}

/** Two replies with nothing between them (a paused turn that went on) are one. */
function mergeAssistants(messages: readonly HistoryMessage[]): HistoryMessage[] {
  const merged: HistoryMessage[] = []
  for (const message of messages) {
    const last = merged.at(-1)
    if (last?.role === "assistant" && message.role === "assistant") {
      merged[merged.length - 1] = { role: "assistant", content: thinkingInPlace([...last.content, ...message.content]) }
    } else merged.push(message)
  }
  return merged
}
