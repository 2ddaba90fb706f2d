// Owns: which lines of a conversation are drawn, in which order, and where a speaker's name stands.
import type { LiveReply } from "@kibitz/contract"
import type { NoticeItem, TranscriptItem } from "@kibitz/domain"
import type { Unsent } from "../replica/outbox.ts"
import { countWords } from "../ui/numbers.ts"

export type Row =
  | {
      readonly kind: "item"
      readonly key: string
      readonly item: TranscriptItem
      readonly isFirst: boolean
      readonly words: number
    }
  | { readonly kind: "live"; readonly key: string; readonly isFirst: boolean }
  | { readonly kind: "unsent"; readonly key: string; readonly unsent: Unsent; readonly isFirst: boolean }

export type LiveKey = { readonly turnId: string; readonly step: number }

/** Nobody's id: ids have no spaces. */
const you = "the user"
const self = "the agent"

export function rowsOf(items: readonly TranscriptItem[], live: LiveKey | null, unsent: readonly Unsent[]): readonly Row[] {
  const rows: Row[] = []
  const shown = new Set<string>()
  let speaker: string | null = null
  let draftWords = 0
  for (const item of items) {
    if (item.kind === "user") shown.add(item.messageId)
    if (!hasBody(item)) continue
    const speaks = item.kind === "user" ? (item.from ?? you) : self
    const words = item.kind === "notice" ? draftWords : 0
    draftWords = item.kind === "draft" ? countWords(item.text) : 0
    rows.push({ kind: "item", key: rowKey(item), item, isFirst: speaks !== speaker, words })
    // A notice or a line of Kibitz is said by nobody: whoever speaks after it is named again.
    speaker = item.kind === "notice" || item.kind === "app" ? null : speaks
  }
  if (live) rows.push({ kind: "live", key: replyKey(live), isFirst: speaker !== self })
  for (const one of unsent) {
    if (!shown.has(one.messageId)) rows.push({ kind: "unsent", key: one.messageId, unsent: one, isFirst: true })
  }
  return rows
}

/** A reply being written and the same reply finished share their key, so that the page does not jump at the change. */
function rowKey(item: TranscriptItem): string {
  if (item.kind === "reply") return replyKey(item)
  return item.kind === "user" ? item.messageId : item.key
}

function replyKey({ turnId, step }: LiveKey): string {
  return `${turnId}:${step}`
}

/** A reply that only calls tools says nothing itself; its calls are lines of their own. */
function hasBody(item: TranscriptItem): boolean {
  if (item.kind !== "reply") return true
  return isNotable(item.stopReason) || item.content.some((block) => block.type !== "tool_use" && !isBlank(block))
}

function isBlank(block: { type: string; text?: unknown }): boolean {
  return block.type === "text" && typeof block.text === "string" && !/\S/.test(block.text)
}

export function isNotable(stopReason: string): boolean {
  return !["end_turn", "stop_sequence", "tool_use", "pause_turn"].includes(stopReason)
}

export function liveHasBody(live: LiveReply): boolean {
  return live.blocks.some((block) => block.kind !== "tool" && /\S/.test(block.text))
}

/** The notice at the very end is the one that can still be acted on. */
export function isLatestNotice(items: readonly TranscriptItem[], notice: NoticeItem): boolean {
  return items.at(-1) === notice
}
