// Owns: which calls in a row are one line: "read 3 files · 2 s" (ux 1.3). Only what went well and is over: the rest has something to tell.
import type { CallItem, TranscriptItem } from "@kibitz/domain"
import { areToldTogether } from "../../../kernel/words/describe-call.ts"

/** From `from` up to and without `to`. */
export type CallRun = { readonly from: number; readonly to: number; readonly key: string; readonly calls: readonly CallItem[] }

/** The last run is left alone while nothing follows it: lines that one watches do not fold under one's eyes. */
export function callRuns(items: readonly TranscriptItem[], hasBody: (item: TranscriptItem) => boolean): readonly CallRun[] {
  const runs: CallRun[] = []
  let from = -1
  let calls: CallItem[] = []
  items.forEach((item, at) => {
    if (!hasBody(item)) return
    if (item.kind === "call" && item.capability === calls[0]?.capability && isQuiet(item)) {
      calls.push(item)
      return
    }
    if (calls.length > 1) runs.push({ from, to: at, key: `calls ${calls[0]?.key}`, calls })
    from = at
    calls = item.kind === "call" && isQuiet(item) ? [item] : []
  })
  return runs
}

function isQuiet({ capability, status }: CallItem): boolean {
  return status === "done" && areToldTogether(capability)
}
