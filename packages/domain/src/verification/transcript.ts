// Owns: a verification as one line of a conversation, with its checks in it.
import type { CheckOutcome, EventOf, TurnId } from "@kibitz/contract"
import type { LineAt, ShownCheck, TranscriptItem } from "../kernel/transcript-item.ts"

export function showChecks(items: TranscriptItem[], event: EventOf<"verification.started">, line: LineAt): void {
  const checks = event.checks.map(({ callId, name, command, required }): ShownCheck => {
    return { callId, name, command, required, state: "planned", detail: "" }
  })
  items.push({ kind: "verification", ...line, turnId: event.turnId, passed: null, isCut: false, checks })
}

export function showCheck(items: TranscriptItem[], event: EventOf<"verification.checked">): void {
  const index = verificationAt(items, event.turnId)
  const item = items[index]
  if (item?.kind !== "verification") return
  const at = item.checks.findIndex(
    ({ name, command, state }) => name === event.outcome.name && command === event.outcome.command && !isSettled(state),
  )
  const before = item.checks[at]
  if (!before) return
  items[index] = { ...item, checks: item.checks.with(at, { ...outcome(event.outcome), callId: before.callId }) }
}

/** What it says at the end counts, also where single checks were not told. */
export function endChecks(items: TranscriptItem[], event: EventOf<"verification.ended">, line: LineAt): void {
  const index = verificationAt(items, event.turnId)
  const item = items[index]
  const checks = event.checks.map(outcome)
  if (item?.kind === "verification") items[index] = { ...item, passed: event.passed, checks }
  // Its beginning is on a page that is not loaded: what came of it is all here.
  else items.push({ kind: "verification", ...line, turnId: event.turnId, passed: event.passed, isCut: false, checks })
}

/** It ends without an outcome: what had not shown anything by then has not. */
export function cutChecks(
  items: TranscriptItem[],
  event: EventOf<"verification.cut-off" | "turn.interrupted" | "turn.failed">,
): void {
  const index = verificationAt(items, event.turnId)
  const item = items[index]
  if (item?.kind !== "verification") return
  const detail = event.type === "verification.cut-off" ? "Kibitz ended while this check ran. The checks begin again." : ""
  const checks = item.checks.map((one): ShownCheck => {
    if (isSettled(one.state)) return one
    return { ...one, state: "not-run", detail: one.state === "planned" ? "" : detail }
  })
  items[index] = { ...item, isCut: true, checks }
}

function outcome({ name, command, required, result, detail }: CheckOutcome): ShownCheck {
  return { callId: null, name, command, required, state: result, detail }
}

function verificationAt(items: readonly TranscriptItem[], turnId: TurnId): number {
  return items.findLastIndex((item) => item.kind === "verification" && item.turnId === turnId)
}

function isSettled(state: ShownCheck["state"]): boolean {
  return state === "passed" || state === "failed" || state === "not-run"
}
