// Owns: one answer for all agents to "when may we ask again?" (A1). Without it each agent would find out by itself, at the provider's cost.
import type { Clock } from "@kibitz/ports"

/** A wait this long is one until a moment of the day: a computer that slept through it has not to wait once more. A shorter one is a duration. */
export const LONG_WAIT_MS = 15 * 60_000

export type RateLimit = {
  /** Milliseconds until anybody may ask; 0 = now. */
  remaining(): number
  hold(ms: number): void
  /** The key, the address or the model has changed: what an earlier one asked for does not bind the new one. */
  clear(): void
}

export function rateLimit(clock: Clock): RateLimit {
  let until = 0
  let moment = Number.POSITIVE_INFINITY
  const remaining = () => {
    const left = until - clock.monotonic()
    return left <= 0 ? 0 : Math.max(0, Math.min(left, moment - clock.now().epochMilliseconds))
  }
  return {
    remaining,
    hold(ms) {
      if (ms <= remaining()) return
      until = clock.monotonic() + ms
      moment = ms >= LONG_WAIT_MS ? clock.now().epochMilliseconds + ms : Number.POSITIVE_INFINITY
    },
    clear() {
      until = 0
    },
  }
}
