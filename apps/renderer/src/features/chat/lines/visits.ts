// Owns: which visits in a row, in which nothing was said or done, are one line that opens. What is journalled, and what the model reads, stay as they are.
import type { Instant } from "@kibitz/contract"
import type { PresenceItem, TranscriptItem } from "@kibitz/domain"
import { isContinuation } from "./away.ts"

/** From `from` up to and without `to`: two visits or more, each that the user came and went and nothing between. */
export type VisitRun = { readonly from: number; readonly to: number; readonly visits: readonly Visit[] }
export type Visit = { readonly key: string; readonly joined: PresenceItem; readonly left: PresenceItem }

/**
 * One that is not over is never among them: whoever is there sees when they came. Neither is the one that `since` stands below, nor one that an
 * unexpected end broke off: that has something to tell.
 */
export function visitRuns(
  items: readonly TranscriptItem[],
  hasBody: (item: TranscriptItem) => boolean,
  since: Instant | null,
): readonly VisitRun[] {
  const runs: VisitRun[] = []
  let visits: Visit[] = []
  let from = -1
  let to = -1
  let came: { readonly item: PresenceItem; readonly at: number } | null = null
  const close = () => {
    if (visits.length > 1) runs.push({ from, to, visits })
    visits = []
    came = null
  }
  for (const [at, item] of items.entries()) {
    // What is not drawn stands between nothing; a continuation is, as the line about what was done meanwhile.
    if (!hasBody(item) && !isContinuation(item)) continue
    if (item.kind !== "presence") close()
    else if (item.what === "joined") {
      if (came !== null || item.at === since) close()
      came = item.at === since ? null : { item, at }
    } else if (came === null || item.cause === "recovered") close()
    else {
      if (visits.length === 0) from = came.at
      visits.push({ key: `visit ${came.item.key}`, joined: came.item, left: item })
      to = at + 1
      came = null
    }
  }
  close()
  return runs
}

/** Named by the one through which it was opened: pages that come before it, and visits after it, leave it open. */
export function runKey({ visits }: VisitRun, opened: ReadonlySet<string>): string {
  return (visits.find(({ key }) => opened.has(key)) ?? visits.at(-1))?.key ?? ""
}
