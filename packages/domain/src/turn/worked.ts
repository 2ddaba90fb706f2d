// Owns: how much of a turn's time was work. What an assignment may take is counted by it, so that nobody is out of time for having waited.
import type { Instant, Turn } from "@kibitz/contract"

/** Waiting is not work: neither for the user (card law 8) nor for the provider (A1). */
export function workedIn(turn: Turn, at: Instant): number {
  return Math.max(0, between(turn.startedAt, at) - waitedBy(turn, at))
}

/** With what it is waiting just now, for the provider or a free request. */
export function waitedBy({ status, waitedMs }: Turn, at: Instant): number {
  const since = status.kind === "delayed" || status.kind === "held" ? status.since : undefined
  return waitedMs + (since ? between(since, at) : 0)
}

export function between(from: Instant, to: Instant): number {
  return Math.max(0, Date.parse(to) - Date.parse(from))
}
