import { instantAt } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"

/** setTimeout takes a longer delay for no delay at all and fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function systemClock(): Clock {
  return {
    now: () => Temporal.Now.instant(),
    instant: () => instantAt(Date.now()),
    monotonic: () => performance.now(),
    after(delayMs, callback) {
      const due = performance.now() + Math.max(0, delayMs)
      let timer: NodeJS.Timeout
      const wait = () => {
        const left = due - performance.now()
        // A timer may fire up to a millisecond early; a retry that the provider has asked to wait for must not.
        if (left <= 0) callback()
        else timer = setTimeout(wait, Math.min(Math.ceil(left), LONGEST_TIMER_MS))
      }
      timer = setTimeout(wait, Math.min(Math.ceil(Math.max(0, delayMs)), LONGEST_TIMER_MS))
      return () => clearTimeout(timer)
    },
  }
}
