// Owns: what of a growing reply is said aloud: whole sentences, never the one that is still being written (ux 7.4).
import type { Agent, AttentionItem, LiveReply } from "@kibitz/contract"
import type { TranscriptItem } from "@kibitz/domain"

const END = /[.!?…:](?=["'”’)\]]*\s)|\n/gu

export type Said = { readonly text: string; readonly upTo: number }

/** The complete sentences of `text` after `from`; empty when none has ended. */
export function nextSentences(text: string, from: number): Said {
  const rest = text.slice(from)
  let end = 0
  for (const match of rest.matchAll(END)) end = match.index + match[0].length
  return { text: spoken(rest.slice(0, end)), upTo: from + end }
}

export function liveText(live: LiveReply | null): string {
  return live?.blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("\n") ?? ""
}

/** Of a reply that has just ended, as it is on the record: its last words may have come only with that. One that broke off is what was seen of it. */
export function endedText(live: LiveReply, items: readonly TranscriptItem[]): string {
  const last = items.findLast((item) => item.kind === "reply")
  if (last?.turnId !== live.turnId || last.step !== live.step) return liveText(live)
  return last.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n")
}

export function lastWords(text: string, from: number): string {
  return spoken(text.slice(from))
}

/** Shown in the line above the composer, and said aloud: the same words. `last`: how its last turn ended; null: it has had none yet. */
export function yourTurn(agent: string, last: NonNullable<Agent["lastTurn"]>["outcome"] | null): string {
  if (last === null) return "Your turn."
  if (last === "failed") return `The last turn of ${agent} failed. Your turn.`
  return last === "interrupted" ? `${agent} is stopped. Your turn.` : `${agent} has replied. Your turn.`
}

/** While a card of its own is open above, that is what is to be done. */
export function asksYou(agent: string, { kind }: Pick<AttentionItem, "kind">): string {
  if (kind === "question") return `${agent} has asked you a question.`
  return kind === "approval" || kind === "phase-request" ? `${agent} waits for your word.` : `${agent} needs you.`
}

function spoken(markdown: string): string {
  return markdown
    .replace(/```[^\n]*\n?/g, " ")
    .replace(/[*_`#>|]+/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim()
}
