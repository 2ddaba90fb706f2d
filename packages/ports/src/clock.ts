// The need: to know what time it is and to be woken. `monotonic` is for durations: a clock that is set back must not make one negative.
export interface Clock {
  now(): Temporal.Instant
  /** Milliseconds since some fixed moment; never goes back. */
  monotonic(): number
  /** Calls back once, not before `delayMs` have passed. The returned function takes it back. */
  after(delayMs: number, callback: () => void): () => void
}
