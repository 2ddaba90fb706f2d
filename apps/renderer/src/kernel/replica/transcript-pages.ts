// Owns: pages of a conversation put together: each folded by itself, and what belongs to a line of another page brought there. Pure.
import type { Recorded, Seq } from "@kibitz/contract"
import { type CallItem, foldTranscript, lineCompletedBy, type TranscriptItem, type VerificationItem } from "@kibitz/domain"

export type Page = {
  readonly items: readonly TranscriptItem[]
  /** Where the next older page ends; null when this is the beginning. */
  readonly older: Seq | null
  readonly first: Seq
  readonly last: Seq
  /** Results on this page of calls that began on an earlier one. */
  readonly results: readonly Recorded[]
}

export function pageOf(events: readonly Recorded[], older: Seq | null): Page {
  const items = foldTranscript([], events)
  return {
    items,
    older,
    first: events[0]?.seq ?? Number.POSITIVE_INFINITY,
    last: events.at(-1)?.seq ?? 0,
    results: resultsWithoutCall(items, events),
  }
}

/** Lines of a page that has grown; the same page when nothing of it is shown. */
export function pageGrown(page: Page, events: readonly Recorded[]): Page {
  const items = foldTranscript(page.items, events)
  const last = events.at(-1)?.seq ?? page.last
  if (items === page.items && last === page.last) return page
  const results = resultsWithoutCall(items, events)
  return {
    ...page,
    items,
    first: Math.min(page.first, events[0]?.seq ?? page.first),
    last,
    results: results.length === 0 ? page.results : [...page.results, ...results],
  }
}

/** All pages in one list. A call or a check that was asked for on one page and went ahead on the next is one line. */
export function linesOf(pages: readonly Page[]): readonly TranscriptItem[] {
  const [only] = pages
  if (pages.length === 1 && only) return only.items
  const lines: TranscriptItem[] = []
  const begun = new Map<string, number>()
  for (const { items } of pages) {
    for (const item of items) {
      const name = nameAcross(item)
      const at = name === null ? undefined : begun.get(name)
      const before = at === undefined ? undefined : lines[at]
      if (at !== undefined && before) lines[at] = { ...item, key: before.key, at: before.at }
      else {
        if (name !== null) begun.set(name, lines.length)
        lines.push(item)
      }
    }
  }
  return lines
}

function nameAcross(item: TranscriptItem): string | null {
  if (item.kind === "call") return `call ${(item satisfies CallItem).callId}`
  return item.kind === "verification" ? `verification ${(item satisfies VerificationItem).turnId}` : null
}

function resultsWithoutCall(items: readonly TranscriptItem[], events: readonly Recorded[]): readonly Recorded[] {
  const results = events.filter(({ event }) => lineCompletedBy(event) !== null)
  if (results.length === 0) return []
  const calls = new Set<string | null>(items.flatMap((item) => (item.kind === "call" ? [item.callId] : [])))
  return results.filter(({ event }) => !calls.has(lineCompletedBy(event)))
}

/** Results that came on later pages, brought to the calls of earlier ones. */
export function withResults(pages: readonly Page[], results: readonly Recorded[]): readonly Page[] {
  if (results.length === 0) return pages
  const wanted = new Set(results.map(({ event }) => lineCompletedBy(event)))
  return pages.map((page) =>
    page.items.some((item) => item.kind === "call" && wanted.has(item.callId))
      ? { ...page, items: foldTranscript(page.items, results) }
      : page,
  )
}
