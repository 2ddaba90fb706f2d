// The need: to know what time it is and to be woken. `monotonic` is for durations: a clock that is set back must not make one negative.
import type { Instant } from "@kibitz/contract"

export interface Clock {
  now(): Temporal.Instant
  /** Now, as it is written down. */
  instant(): Instant
  /** Milliseconds since some fixed moment; never goes back. */
  monotonic(): number
  /** Calls back once, not before `delayMs` have passed. The returned function takes it back. */
  after(delayMs: number, callback: () => void): () => void
}
