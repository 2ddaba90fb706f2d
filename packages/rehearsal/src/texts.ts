// Owns: reading texts and results out of the messages of a request.
import type { RequestBlock, RequestMessage } from "./request.ts"

export type Result = { readonly text: string; readonly isError: boolean }

export function textsOf(message: RequestMessage): readonly string[] {
  return message.content.flatMap((block) => (block.type === "text" ? [block.text as string] : []))
}

export function resultsOf(message: RequestMessage): readonly Result[] {
  return message.content.flatMap((block) => (block.type === "tool_result" ? [resultOf(block)] : []))
}

/** What has come since the assistant last spoke; several messages when a client does not join them. */
export function unanswered(messages: readonly RequestMessage[]): readonly RequestMessage[] {
  return messages.slice(messages.findLastIndex((message) => message.role === "assistant") + 1)
}

function resultOf(block: RequestBlock): Result {
  const { content } = block
  const text = Array.isArray(content) ? content.map((part) => (part.type === "text" ? part.text : "")).join("\n") : content
  return { text: typeof text === "string" ? unfenced(text) : "", isError: block.is_error === true }
}

/** A client may mark what comes from outside by a line before and after it, with a word in both; an actor reads what is between. */
function unfenced(text: string): string {
  const lines = text.split("\n")
  const word = /^<<untrusted (\S+) /u.exec(lines[0] ?? "")?.[1]
  return word !== undefined && lines.at(-1) === `<<end ${word}>>` ? lines.slice(2, -1).join("\n") : text
}
