// Owns: which lines of a conversation happened by themselves while the user was out, so that they can be one line (ux 1.3).
import type { TranscriptItem } from "@kibitz/domain"

/** From `from` up to and without `to`: continuations and what came of them, except the last thing that was said. */
export type AwaySpan = { readonly from: number; readonly to: number; readonly key: string; readonly times: number }

export function awaySpans(items: readonly TranscriptItem[], hasBody: (item: TranscriptItem) => boolean): readonly AwaySpan[] {
  const spans: AwaySpan[] = []
  let isAway = beginsAway(items)
  let from = -1
  const close = (end: number) => {
    if (from >= 0) spans.push(spanOf(items, from, end, hasBody))
    from = -1
  }
  items.forEach((item, at) => {
    if (item.kind === "presence") {
      close(at)
      isAway = item.what === "left"
    } else if (isContinuation(item)) {
      if (isAway && from < 0) from = at
    } else if (!isPartOfWork(item)) close(at)
  })
  close(items.length)
  return spans
}

export function isContinuation(item: TranscriptItem): boolean {
  return item.kind === "note" && item.note === "continuation"
}

/** A page may begin in the middle of an absence: then the first thing it tells of the user is that they came. */
function beginsAway(items: readonly TranscriptItem[]): boolean {
  const first = items.find((item) => item.kind === "presence")
  return first?.kind === "presence" && first.what === "joined"
}

/** What a continuation brings with it. Anything else has its own reason to be read. */
function isPartOfWork({ kind }: TranscriptItem): boolean {
  return kind === "reply" || kind === "call" || kind === "draft"
}

function spanOf(
  items: readonly TranscriptItem[],
  from: number,
  end: number,
  hasBody: (item: TranscriptItem) => boolean,
): AwaySpan {
  const inside = items.slice(from, end)
  const last = inside.findLastIndex((item) => item.kind === "reply" && hasBody(item))
  // Only if nothing was done after it: what it said last is what one comes back for.
  const to = last >= 0 && last === inside.length - 1 ? from + last : end
  return { from, to, key: `away ${items[from]?.key}`, times: inside.filter(isContinuation).length }
}

export function continuedLine(times: number): string {
  return times === 1 ? "continued once while you were out" : `continued ${times} times while you were out`
}
