// Owns: what is counted while the user is away, so that coming back costs one glance (ux 1.3). Two numbers per event at most, never a look at
// the transcript.
import type { Absence, Agent, Call, EventOf, Instant } from "@kibitz/contract"

export function awaySince(at: Instant, spent: number): Absence {
  return { since: at, until: null, steps: 0, continued: 0, changes: 0, spentBefore: spent, spentAfter: null }
}

export function spentWith({ spentUsd, spentBelowUsd }: Agent): number {
  return spentUsd + spentBelowUsd
}

type Counted = "steps" | "continued" | "changes"

export function countAway({ presence, absence }: Agent, what: Counted): Absence {
  return presence === null ? { ...absence, [what]: absence[what] + 1 } : absence
}

export function changesFile(
  known: Call | undefined,
  event: EventOf<"call.asked" | "call.allowed" | "call.blocked" | "call.finished">,
) {
  if (event.type !== "call.finished" || !event.result.ok) return false
  return known?.capability === "write_file" || known?.capability === "edit_file"
}
