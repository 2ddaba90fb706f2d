// Owns: which blocks of a reply the API takes back. What it would refuse is changed or left out, because one such block would get every later
// request of that agent refused. The journal keeps the reply as it came.
import type { ContentBlock, Json, ToolUseBlock } from "@kibitz/contract"
import { wellFormed } from "../kernel/well-formed.ts"

const CALL_ID = /^[a-zA-Z0-9_-]{1,64}$/
const CALL_NAME = /^[a-zA-Z0-9_-]{1,128}$/
/** Blocks that have a shape of their own here. One that came in disguise was never read, so it cannot be known to be whole. */
const ownTypes: ReadonlySet<unknown> = new Set(["text", "thinking", "redacted_thinking", "tool_use", "tool_result"])

/** `used`: the ids of all calls so far; those of this reply are added. Blocks with nothing wrong come back as the same objects. */
export function sendable(content: readonly ContentBlock[], used: Set<string>): ContentBlock[] {
  // All or none: what is left of a thought would count as one that was changed.
  const isThoughtWhole = content.every((block) => !isThinking(block) || isSigned(block))
  const kept = isThoughtWhole ? content : content.filter((block) => !isThinking(block))
  return thinkingInPlace(kept.flatMap((block) => sendableBlock(block, used)))
}

function sendableBlock(block: ContentBlock, used: Set<string>): ContentBlock[] {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? [] : [withText(block)]
    case "tool_use":
      return callOf(block, used)
    case "opaque":
      return isKnownToProvider(block.value) ? [block] : []
    default:
      return [block]
  }
}

/** Only what every server takes: words and calls. For one that has refused the rest (A3). */
export function plain(content: readonly ContentBlock[]): readonly ContentBlock[] {
  return content.filter(({ type }) => type === "text" || type === "tool_use")
}

export function isThinking({ type }: ContentBlock): boolean {
  return type === "thinking" || type === "redacted_thinking"
}

/** The API checks signatures, and wants to see each. Thinking itself may be empty: some models keep it to themselves. */
export function isSigned(block: ContentBlock): boolean {
  if (block.type === "redacted_thinking") return block.data !== ""
  return block.type === "thinking" && block.signature !== "" && block.thinking.isWellFormed()
}

/** A message begins with its thinking, if it has any, and never ends with it. */
export function thinkingInPlace(blocks: readonly ContentBlock[]): ContentBlock[] {
  const first = blocks[0]
  const kept = first && isThinking(first) ? blocks : blocks.filter((block) => !isThinking(block))
  return kept.slice(0, kept.findLastIndex((block) => !isThinking(block)) + 1)
}

/** As a name of a tool may be written: what else it holds becomes a line. Whether there is such a tool was decided by its real name. */
export function sendableName(name: string): string {
  if (CALL_NAME.test(name)) return name
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 128) || "unnamed"
}

function callOf(block: ToolUseBlock, used: Set<string>): ContentBlock[] {
  if (!CALL_ID.test(block.id) || used.has(block.id)) return []
  used.add(block.id)
  const name = sendableName(block.name)
  if (name === block.name && isObject(block.input)) return [block]
  return [{ ...block, name, input: isObject(block.input) ? block.input : { malformed_input: JSON.stringify(block.input) } }]
}

function withText(block: Extract<ContentBlock, { type: "text" }>): ContentBlock {
  const text = wellFormed(block.text)
  return text === block.text ? block : { ...block, text }
}

function isKnownToProvider(value: Json): boolean {
  return isObject(value) && typeof value.type === "string" && value.type !== "" && !ownTypes.has(value.type)
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
