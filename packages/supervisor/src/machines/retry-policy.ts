// Owns: what each kind of failure calls for (A1–A8). Pure; the attempt is the one that has just failed, the first being 1.
import type { ModelFailure } from "@kibitz/contract"
import { attemptsAt } from "@kibitz/domain"

export type RetryPlan = { readonly kind: "delay"; readonly ms: number } | { readonly kind: "fail"; readonly parked: boolean }

const BACKOFF_BASE_MS = 1_000
const BACKOFF_CAP_MS = 60_000
const SHORTEST_MS = 200
/** Whoever waits for the same limit is lined up after it besides; a tenth of five hours would hold everybody for half an hour more. */
const LONGEST_JITTER_MS = 3_000
/** A provider that asks for more than a day has said something else than "later today". */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

export function retryPlan(failure: ModelFailure, attempt: number, chance: number): RetryPlan {
  const isLast = attempt >= attemptsAt(failure.kind)
  switch (failure.kind) {
    case "rate_limited":
      if (isLast) return { kind: "fail", parked: false }
      // Never earlier than asked; a little later, so that many agents do not come back in the same instant.
      return {
        kind: "delay",
        ms: failure.retryAfterMs === null ? backoff(attempt, chance) : askedFor(failure) + jitter(askedFor(failure), chance),
      }
    case "overloaded":
    case "cut":
    case "stalled":
    case "offline":
    case "unknown":
      // No network is no fault of the agent's: it waits for it, with all the others.
      if (isLast) return { kind: "fail", parked: failure.kind === "offline" }
      return { kind: "delay", ms: Math.max(backoff(attempt, chance), askedFor(failure)) }
    case "invalid_request":
    case "too_long":
      return isLast ? { kind: "fail", parked: true } : { kind: "delay", ms: 0 }
    case "billing":
    case "auth":
    case "model_not_found":
    case "no_model":
    case "budget":
    case "empty_reply":
    case "invalid_answer":
    case "step_limit":
    case "crashed":
      return { kind: "fail", parked: true }
  }
}

/** How long the provider wants to be left alone. */
export function askedFor(failure: ModelFailure): number {
  return Math.min(failure.retryAfterMs ?? 0, LONGEST_WAIT_MS)
}

function jitter(ms: number, chance: number): number {
  return chance * Math.min(LONGEST_JITTER_MS, ms * 0.1)
}

function backoff(attempt: number, chance: number): number {
  const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (attempt - 1))
  return Math.max(SHORTEST_MS, ceiling * chance)
}
