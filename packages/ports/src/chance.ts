// The need: to spread retries so that many agents do not come back at once.
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
}
