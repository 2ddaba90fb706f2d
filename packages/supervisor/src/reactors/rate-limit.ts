// Owns: one answer for all agents to "when may we ask again?" (A1). Without it each agent would find out by itself, at the provider's cost.
import type { Clock } from "@kibitz/ports"

export type RateLimit = {
  /** Milliseconds until anybody may ask; 0 = now. */
  remaining(): number
  hold(ms: number): void
  /** The key, the address or the model has changed: what an earlier one asked for does not bind the new one. */
  clear(): void
}

export function rateLimit(clock: Clock): RateLimit {
  let until = 0
  return {
    remaining: () => Math.max(0, until - clock.monotonic()),
    hold(ms) {
      until = Math.max(until, clock.monotonic() + ms)
    },
    clear() {
      until = 0
    },
  }
}
