// Owns: calls as lines of a conversation. A check of a verification is a call too, and is shown as part of that verification's line.
import type { CallId, EventOf } from "@kibitz/contract"
import type { LineAt, TranscriptItem } from "../kernel/transcript-item.ts"
import { asYouRead } from "./as-you-read.ts"

type Judged = EventOf<"call.asked" | "call.allowed" | "call.blocked">

export function showCall(items: TranscriptItem[], event: Judged, line: LineAt): void {
  if (judgeCheck(items, event) || judgeAgain(items, event)) return
  const { callId, capability, input, verdict } = event
  items.push({
    kind: "call",
    ...line,
    callId,
    capability,
    input,
    status: callStatus[event.type],
    because: asYouRead(verdict.because),
    output: "",
    bytes: 0,
    durationMs: 0,
    exitCode: null,
  })
}

/** A check that is a call is part of its verification, not a line of its own. */
function judgeCheck(items: TranscriptItem[], event: Judged): boolean {
  const index = items.findLastIndex(
    (item) => item.kind === "verification" && item.checks.some(({ callId }) => callId === event.callId),
  )
  const item = items[index]
  if (item?.kind !== "verification") return false
  const state = { "call.asked": "waiting", "call.allowed": "running", "call.blocked": "not-run" } as const
  const checks = item.checks.map((one) =>
    one.callId === event.callId
      ? { ...one, state: state[event.type], detail: event.type === "call.blocked" ? asYouRead(event.verdict.because) : "" }
      : one,
  )
  items[index] = { ...item, checks }
  return true
}

/** Whether they run already; from the last line back, where the newest calls are. */
export function showRunning(items: TranscriptItem[], callIds: Set<CallId>, how: "held" | "running"): void {
  for (let at = items.length - 1; at >= 0 && callIds.size > 0; at -= 1) {
    const item = items[at]
    if (item?.kind === "call" && callIds.delete(item.callId)) items[at] = { ...item, status: how }
    if (item?.kind !== "verification") continue
    const checks = item.checks.map((one) => (one.callId && callIds.delete(one.callId) ? { ...one, state: how } : one))
    items[at] = { ...item, checks }
  }
}

const callStatus = { "call.asked": "waiting", "call.allowed": "running", "call.blocked": "blocked" } as const

/** A call that waited for the user is the same line when it goes ahead or is refused. */
function judgeAgain(items: TranscriptItem[], event: Judged): boolean {
  const index = items.findLastIndex((item) => item.kind === "call" && item.callId === event.callId)
  const item = items[index]
  if (item?.kind !== "call") return false
  items[index] = { ...item, status: callStatus[event.type], because: asYouRead(event.verdict.because) }
  return true
}

/** Its start may lie on a page that is not loaded; then there is no line to complete and nothing to show. */
export function showEnd(items: TranscriptItem[], event: EventOf<"call.finished">): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]
    if (item?.kind !== "call" || item.callId !== event.callId) continue
    const { ok, output, bytes, durationMs, exitCode = null } = event.result
    items[index] = { ...item, status: ok ? "done" : "failed", output, bytes, durationMs, exitCode }
    return
  }
}
