// Owns: the last words of a conversation, in three lines: what is being written, else what was said or done last. Pure.
import type { ContentBlock, LiveReply } from "@kibitz/contract"
import type { CallItem, TranscriptItem } from "@kibitz/domain"
import { plainProse } from "../../../kernel/markdown/plain.ts"
import type { TranscriptState } from "../../../kernel/replica/transcript-state.ts"
import { describeCall } from "../../../kernel/words/describe-call.ts"
import { declaredIn } from "../../../kernel/words/signals.ts"

export const LINES = 3
/** No three lines of a panel hold more; what a long reply began with is not looked at. */
const LONGEST = 600

export function lastLines({ live, items }: Pick<TranscriptState, "live" | "items">, tag: string): readonly string[] {
  const lines: string[] = live ? linesOf(declaredIn(liveText(live), tag, true).text) : []
  for (let at = items.length - 1; at >= 0 && lines.length < LINES; at--) {
    const item = items[at]
    if (item) lines.unshift(...linesFrom(item, tag))
  }
  return lines.slice(-LINES)
}

function linesFrom(item: TranscriptItem, tag: string): readonly string[] {
  switch (item.kind) {
    case "reply":
      return linesOf(declaredIn(item.content.map(textOf).join("\n").slice(-LONGEST), tag).text)
    case "user":
      return item.from === null ? linesOf(item.text).map((line, at) => (at === 0 ? `You: ${line}` : line)) : []
    case "draft":
      return linesOf(declaredIn(item.text.slice(-LONGEST), tag).text)
    case "call":
      return [callLine(item)]
    default:
      return []
  }
}

function callLine({ capability, input, status, output }: CallItem): string {
  const { todo, doing, done, object } = describeCall(capability, input, output)
  const verb = status === "running" ? doing : status === "done" || status === "failed" ? done : todo
  const what = object === "" ? verb : `${verb} ${object}`
  return status === "failed" ? `${what}: failed` : status === "blocked" ? `may not ${what}` : what
}

function textOf(block: ContentBlock): string {
  return block.type === "text" ? block.text : ""
}

function liveText({ blocks }: LiveReply): string {
  return blocks.map(({ kind, text }) => (kind === "text" ? text.slice(-LONGEST) : "")).join("\n")
}

function linesOf(text: string): string[] {
  return plainProse(text.slice(-LONGEST))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(-LINES)
}
