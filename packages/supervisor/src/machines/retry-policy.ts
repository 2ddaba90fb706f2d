// Owns: what each kind of failure calls for (A1–A8). Pure; the attempt is the one that has just failed, the first being 1.
import type { ModelFailure } from "@kibitz/contract"

export type RetryPlan = { readonly kind: "delay"; readonly ms: number } | { readonly kind: "fail"; readonly parked: boolean }

const BACKOFF_BASE_MS = 1_000
const BACKOFF_CAP_MS = 60_000
const SHORTEST_MS = 200
const TRANSIENT_ATTEMPTS = 8
const RATE_LIMIT_ATTEMPTS = 20
const TOO_LONG_ATTEMPTS = 4
/** A provider that asks for more than a day has said something else than "later today". */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

export function retryPlan(failure: ModelFailure, attempt: number, chance: number): RetryPlan {
  switch (failure.kind) {
    case "rate_limited":
      if (attempt >= RATE_LIMIT_ATTEMPTS) return { kind: "fail", parked: false }
      // Never earlier than asked; a little later, so that many agents do not come back in the same instant.
      return {
        kind: "delay",
        ms: failure.retryAfterMs === null ? backoff(attempt, chance) : askedFor(failure) * (1 + chance * 0.1),
      }
    case "overloaded":
    case "cut":
    case "stalled":
    case "offline":
    case "unknown":
      if (attempt >= TRANSIENT_ATTEMPTS) return { kind: "fail", parked: false }
      return { kind: "delay", ms: Math.max(backoff(attempt, chance), askedFor(failure)) }
    case "invalid_request":
      // The history is repaired before every request, so one more try is worth it and a third is not.
      return attempt === 1 ? { kind: "delay", ms: 0 } : { kind: "fail", parked: true }
    case "too_long":
      return attempt < TOO_LONG_ATTEMPTS ? { kind: "delay", ms: 0 } : { kind: "fail", parked: true }
    case "billing":
    case "auth":
    case "model_not_found":
    case "no_model":
    case "budget":
    case "empty_reply":
    case "step_limit":
      return { kind: "fail", parked: true }
  }
}

/** How long the provider wants to be left alone. */
export function askedFor(failure: ModelFailure): number {
  return Math.min(failure.retryAfterMs ?? 0, LONGEST_WAIT_MS)
}

function backoff(attempt: number, chance: number): number {
  const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (attempt - 1))
  return Math.max(SHORTEST_MS, ceiling * chance)
}
