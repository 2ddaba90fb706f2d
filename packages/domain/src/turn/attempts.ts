// Owns: how often a step is tried before its failure counts (A1–A8). When and whether it waits in between is the supervisor's.
import type { ModelFailureKind, Turn } from "@kibitz/contract"

const attempts: Readonly<Partial<Record<ModelFailureKind, number>>> = {
  rate_limited: 20,
  overloaded: 8,
  cut: 8,
  stalled: 8,
  offline: 8,
  unknown: 8,
  // The history is repaired before every request. The second try leaves out what not every server takes back; a third would be the same.
  invalid_request: 2,
  too_long: 4,
}

/** The first try counted; one: it is not tried again. */
export function attemptsAt(kind: ModelFailureKind): number {
  return attempts[kind] ?? 1
}

/** "retry 2 of 7": the one that is under way or comes next; null at a first try. */
export function retryOf({ status, attempt, lastFailure }: Pick<Turn, "status" | "attempt" | "lastFailure">): {
  readonly number: number
  readonly most: number
} | null {
  if (status.kind === "delayed") return { number: attempt, most: attemptsAt(status.failure.kind) - 1 }
  return attempt > 1 && lastFailure !== null ? { number: attempt - 1, most: attemptsAt(lastFailure) - 1 } : null
}
