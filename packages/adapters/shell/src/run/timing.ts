import type { Clock } from "@kibitz/ports"

/** Durations only; what time it is does not matter to a run. */
export type Timer = Pick<Clock, "after" | "monotonic">

export const realTimer: Timer = {
  monotonic: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
