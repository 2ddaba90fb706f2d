// Owns: which lines of a conversation are drawn, in which order, and where a speaker's name stands.
import type { Instant, LiveReply } from "@kibitz/contract"
import type { CallItem, NoticeItem, TranscriptItem } from "@kibitz/domain"
import type { Unsent } from "../../../kernel/replica/outbox.ts"
import { awaySpans, isContinuation } from "./away.ts"
import { callRuns } from "./call-runs.ts"
import { runKey, type Visit, visitRuns } from "./visits.ts"

export type Row =
  | {
      readonly kind: "item"
      readonly key: string
      readonly item: TranscriptItem
      readonly isFirst: boolean
      /** What had come of the reply that this line is the end of. */
      readonly draft: string
    }
  /** What happened by itself while the user was out, as one line that opens. */
  | (Folded & { readonly kind: "away"; readonly times: number })
  /** Calls of one kind in a row, as one line that opens. */
  | (Folded & { readonly kind: "calls"; readonly calls: readonly CallItem[] })
  /** Visits in a row in which nothing was said or done, as one line that opens. */
  | (Folded & { readonly kind: "visits"; readonly visits: readonly Visit[] })
  /** What happened while the user was away, right after they came. */
  | { readonly kind: "since"; readonly key: string; readonly isFirst: boolean }
  | { readonly kind: "live"; readonly key: string; readonly isFirst: boolean }
  | { readonly kind: "unsent"; readonly key: string; readonly unsent: Unsent; readonly isFirst: boolean }

type Folded = {
  readonly key: string
  readonly isOpen: boolean
  readonly isFirst: boolean
  readonly hidden: readonly TranscriptItem[]
}

export type LiveKey = { readonly turnId: string; readonly step: number }

/** Nobody's id: ids have no spaces. */
const you = "the user"
const self = "the agent"

export type RowOptions = {
  /** Lines that stand for others and that the user has opened. */
  readonly opened?: ReadonlySet<string>
  /** When the user came, where there is something to tell about before. */
  readonly since?: Instant | null
}

const nothing: ReadonlySet<string> = new Set()

export function rowsOf(
  items: readonly TranscriptItem[],
  live: LiveKey | null,
  unsent: readonly Unsent[],
  { opened = nothing, since = null }: RowOptions = {},
): readonly Row[] {
  const rows: Row[] = []
  const shown = new Set<string>()
  const spans = new Map(awaySpans(items, hasBody).map((span) => [span.from, span]))
  const runs = new Map(callRuns(items, hasBody).map((run) => [run.from, run]))
  const visits = new Map(visitRuns(items, hasBody, since).map((run) => [run.from, run]))
  let hiddenUpTo = 0
  let speaker: string | null = null
  let draft = ""
  for (const [at, item] of items.entries()) {
    if (item.kind === "user") shown.add(item.messageId)
    const span = spans.get(at)
    if (span) {
      const isOpen = opened.has(span.key)
      const hidden = items.slice(span.from, span.to)
      rows.push({ kind: "away", key: span.key, times: span.times, isOpen, isFirst: true, hidden })
      if (!isOpen) hiddenUpTo = span.to
      speaker = null
    }
    const visited = visits.get(at)
    if (visited) {
      const key = runKey(visited, opened)
      const isOpen = opened.has(key)
      const hidden = visited.visits.flatMap(({ joined, left }) => [joined, left])
      rows.push({ kind: "visits", key, visits: visited.visits, isOpen, isFirst: true, hidden })
      if (!isOpen) hiddenUpTo = visited.to
      speaker = null
    }
    if (at < hiddenUpTo || !hasBody(item)) continue
    const run = runs.get(at)
    if (run) {
      const isOpen = opened.has(run.key)
      rows.push({ kind: "calls", key: run.key, isOpen, isFirst: speaker !== self, hidden: run.calls, calls: run.calls })
      speaker = self
      if (!isOpen) {
        hiddenUpTo = run.to
        continue
      }
    }
    const speaks = speakerOf(item)
    const isFirst = speaks === null || speaks !== speaker
    rows.push({ kind: "item", key: rowKey(item), item, isFirst, draft: item.kind === "notice" ? draft : "" })
    draft = item.kind === "draft" ? item.text : ""
    speaker = speaks
    if (since !== null && item.kind === "presence" && item.what === "joined" && item.at === since) {
      rows.push({ kind: "since", key: `since ${item.key}`, isFirst: true })
    }
  }
  if (live) rows.push({ kind: "live", key: replyKey(live), isFirst: speaker !== self })
  for (const one of unsent) {
    if (!shown.has(one.messageId)) rows.push({ kind: "unsent", key: one.messageId, unsent: one, isFirst: true })
  }
  return rows
}

/** That the user came and went is nothing that was said. */
export function isUnspoken(row: Row): boolean {
  return row.kind === "visits" || (row.kind === "item" && row.item.kind === "presence")
}

/** Which folded line has to be opened to see this one; null when it is not hidden. */
export function foldAround(rows: readonly Row[], key: string): string | null {
  const around = rows.find((row) => "hidden" in row && !row.isOpen && row.hidden.some((item) => item.key === key))
  return around?.key ?? null
}

/** A notice or a line of Kibitz is said by nobody: whoever speaks after it is named again. */
function speakerOf(item: TranscriptItem): string | null {
  switch (item.kind) {
    case "user":
      return item.from ?? you
    case "reply":
    case "call":
    case "draft":
      return self
    default:
      return null
  }
}

/** A reply being written and the same reply finished share their key, so that the page does not jump at the change. */
export function rowKey(item: TranscriptItem): string {
  if (item.kind === "reply") return replyKey(item)
  return item.kind === "user" ? item.messageId : item.key
}

function replyKey({ turnId, step }: LiveKey): string {
  return `${turnId}:${step}`
}

/** A reply that only calls tools says nothing itself; its calls are lines of their own. */
function hasBody(item: TranscriptItem): boolean {
  if (isContinuation(item)) return false
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

/** The last notice can still be acted on as long as nothing was said or done since; that the user came, went or changed a mode is neither. */
export function isLatestNotice(items: readonly TranscriptItem[], notice: NoticeItem): boolean {
  return items.findLast(({ kind }) => kind !== "app" && kind !== "presence") === notice
}
