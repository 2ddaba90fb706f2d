// Owns: making a history fit what a model can take (A6): long tool results are cut, oldest first; then the oldest exchanges go.
import type { ContentBlock } from "@kibitz/contract"
import type { HistoryMessage, HistoryUserBlock } from "../kernel/history-message.ts"

const KEPT_OF_A_RESULT = 2_000

export function historySize(messages: readonly HistoryMessage[]): number {
  return messages.reduce((sum, message) => sum + sizeOf(message), 0)
}

/** What is left of it when every result is cut: of more than a model takes, whatever is older is dropped anyway. */
export function leastSize(messages: readonly HistoryMessage[]): number {
  return messages.reduce(
    (sum, message) =>
      sum +
      (message.role === "user"
        ? message.content.reduce((inner, block) => inner + Math.min(sizeOfBlock(block), leastOf(block)), 0)
        : sizeOf(message)),
    0,
  )
}

function leastOf(block: HistoryUserBlock): number {
  return block.type === "text" ? block.text.length : KEPT_OF_A_RESULT
}

export function fitHistory(messages: readonly HistoryMessage[], limit: number): readonly HistoryMessage[] {
  let size = historySize(messages)
  if (size <= limit) return messages
  const cut = messages.map((message) => {
    if (message.role !== "user" || size <= limit) return message
    const content = message.content.map((block) => {
      if (size <= limit) return block
      const shorter = shorten(block)
      size -= sizeOfBlock(block) - sizeOfBlock(shorter)
      return shorter
    })
    return { ...message, content }
  })
  let from = 0
  while (size > limit) {
    const next = nextExchange(cut, from + 1)
    if (next === -1) break
    for (const message of cut.slice(from, next)) size -= sizeOf(message)
    from = next
  }
  return cut.slice(from)
}

/** Where a person speaks and nothing answers a tool: the only place a history may begin. */
function nextExchange(messages: readonly HistoryMessage[], from: number): number {
  return messages.findIndex(
    (message, index) => index >= from && message.role === "user" && message.content.every((block) => block.type === "text"),
  )
}

/** The same object each time, so that what an adapter made of it is used again with every later step. */
const shortened = new WeakMap<HistoryUserBlock, HistoryUserBlock>()

function shorten(block: HistoryUserBlock): HistoryUserBlock {
  if (block.type !== "tool_result" || block.output.length <= KEPT_OF_A_RESULT) return block
  const known = shortened.get(block)
  if (known) return known
  const dropped = block.output.length - KEPT_OF_A_RESULT
  const output = `${block.output.slice(0, KEPT_OF_A_RESULT)}\n[${dropped} more characters were left out to save room]`
  const short = { ...block, output }
  shortened.set(block, short)
  return short
}

function sizeOf(message: HistoryMessage): number {
  if (message.role === "user") return message.content.reduce((sum, block) => sum + sizeOfBlock(block), 0)
  return message.content.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : writtenSize(block)), 0)
}

/** Measured once: every step of a turn sends the replies before it again. */
const writtenSizes = new WeakMap<ContentBlock, number>()

function writtenSize(block: ContentBlock): number {
  const known = writtenSizes.get(block)
  if (known !== undefined) return known
  const size = JSON.stringify(block).length
  writtenSizes.set(block, size)
  return size
}

function sizeOfBlock(block: HistoryUserBlock): number {
  return block.type === "text" ? block.text.length : block.output.length
}
