// Owns: what Kibitz tells an agent when the user comes, goes or does not come, and when Kibitz itself was gone (OPM-5, OPM-11). The same
// words every time, written here and by no model: "user joined" and "user left" are what agents and scripts go by.

import type { Agent, Instant, Leftover, Surface } from "@kibitz/contract"
import { excerpt } from "../kernel/excerpt.ts"
import { postureLine } from "../posture/words.ts"

/** What a handover is, after "hand over". */
export const HANDOVER_LINES = "in at most three lines: the state, what changed since the user left, what you need."

export function joinedLine(at: Instant, surface: Surface): string {
  return [`[Kibitz] user joined · ${at} · ${surface}`, `Hand over first, ${HANDOVER_LINES} Then the user leads.`].join("\n")
}

export function leftLine({ posture }: Agent, at: Instant): string {
  return [
    `[Kibitz] user left · ${at}`,
    `You may decide alone what your posture allows: ${postureLine(posture)}, in ${posture.phase}.`,
    "Do not wait for interaction: park a question with ask_user and go on with what is not blocked.",
  ].join("\n")
}

/** lastCall: what was under way when Kibitz ended, or the last that was; null: there was none. */
export function restartedLine(at: Instant, lastCall: { readonly capability: string; readonly finished: boolean } | null): string {
  const first = `[Kibitz] restarted at ${at}`
  if (lastCall === null) return `${first}. No tool call was under way.`
  const name = excerpt(lastCall.capability)
  return lastCall.finished
    ? `${first}, the last tool call (${name}) did finish.`
    : `${first}, the last tool call (${name}) did not finish.\nPart of it may have happened: look at what is there before you repeat it.`
}

/** Kibitz had died, and these commands had not died with it. */
export function leftRunningLine(at: Instant, leftovers: readonly Leftover[]): string {
  const what = leftovers.map(({ callId, processes }) => `${processes} of the call ${callId}`).join(", ")
  return [
    `[Kibitz] ended processes that were still running · ${at}`,
    `Kibitz had stopped unexpectedly, and your commands ran on without it: ${what}. They were ended at this start.`,
    "Part of their work may have happened: look at what is there before you repeat it.",
  ].join("\n")
}

export function declinedLine(): string {
  return [
    "[Kibitz] user declined: not now",
    "You may knock again in 30 minutes at the earliest. Until then, go on with what is not blocked.",
  ].join("\n")
}
