// Owns: what is said about a reply that is not as it should be: to the user in the transcript, to its model in the next request. The same facts
// for both, read from the recorded reply, so that also a reply from before this version is explained.
import type { ContentBlock, Reply } from "@kibitz/contract"
import { visible } from "../kernel/visible.ts"
import { isSigned, isThinking, sendableName } from "./sendable.ts"

type Said = Pick<Reply, "content" | "stopReason" | "odd">

const LONGEST_NAME = 80

/** Words, or something this version does not know and shows as it is. */
export function saysSomething(block: ContentBlock): boolean {
  return block.type === "opaque" || (block.type === "text" && block.text.trim() !== "")
}

/** Nothing was said and nothing is to be done. */
export function isEmptyReply({ content }: Pick<Reply, "content">): boolean {
  return !content.some((block) => block.type === "tool_use" || saysSomething(block))
}

/** A12: why a reply with nothing in it is one, as a sentence about the agent. */
export function whyEmpty(name: string, reply: Said): string {
  const [cut] = cutCalls(reply)
  if (cut !== undefined) return `${name}'s reply ended in the middle of a call to ${quoted(cut)}, which was not made.`
  return reply.content.some(isThinking)
    ? `${name}'s reply was empty: it only thought, and said nothing.`
    : `${name}'s reply was empty.`
}

/** For the user, beside the reply. What a blocked call or a failed turn says is not said here again. */
export function oddLines(reply: Said): string[] {
  const { content, stopReason, odd = [] } = reply
  const isEmpty = isEmptyReply(reply)
  const lines: string[] = []
  if (isEmpty && stopReason === "max_tokens" && cutCalls(reply).length === 0)
    lines.push("The reply reached the token limit before it said anything.")
  if (!isEmpty || stopReason === "max_tokens")
    lines.push(
      ...cutCalls(reply).map((name) => `The reply ended in the middle of a call to ${quoted(name)}. The call was not made.`),
    )
  if (odd.some(({ kind }) => kind === "call-id"))
    lines.push(
      "A call came with an id that the API does not allow, or with the id of another call. Kibitz gave it an id of its own.",
    )
  if (odd.some(({ kind }) => kind === "block")) lines.push("A part of the reply could not be read and was left out.")
  if (!isEmpty && content.some((block) => isThinking(block) && !isSigned(block)))
    lines.push("The thinking in this reply is not signed, so it is not sent back to the model.")
  const last = content.findLast((block) => isThinking(block) || block.type === "tool_use" || saysSomething(block))
  if (!isEmpty && last && isThinking(last)) lines.push("The reply ended in thinking. That part is not sent back to the model.")
  return lines
}

/** For the model, after its reply; null when there is nothing it has to know. What becomes of a call it reads in the result. */
export function oddTold(reply: Said): string | null {
  const [cut] = cutCalls(reply)
  if (cut !== undefined)
    return `[Your last reply was cut off in the middle of a call to ${sendableName(cut)}. The call was not made. Make it again, in smaller parts if it is long.]`
  if (!isEmptyReply(reply)) return null
  return reply.stopReason === "max_tokens"
    ? "[Your last reply was cut off at the token limit before it said anything. Think less, or take a smaller step.]"
    : "[Your last reply had no words and no calls. Answer in words, or make a call.]"
}

function cutCalls({ odd = [] }: Said): string[] {
  return odd.flatMap((one) => (one.kind === "cut-call" ? [one.name] : []))
}

function quoted(name: string): string {
  return name === "" ? "a tool" : visible(name.slice(0, LONGEST_NAME))
}
