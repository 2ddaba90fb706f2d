// A clock that stands still until a test moves it.
import { toInstant } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"

export type ManualClock = Clock & {
  /** Moves on, calling back whoever is due, in order of their time and each at exactly its time. */
  advance(ms: number): void
  /** Goes straight to the next callback, if there is one. Answers by how many milliseconds it moved. */
  advanceToNext(): number | null
  /** The process does not run for so long: whoever was due meanwhile is called at the end of it, late. */
  stall(ms: number): void
  /** How many callbacks wait. */
  pending(): number
  /** Milliseconds until the next callback. */
  nextIn(): number | null
  /** Somebody sets the computer's clock: `now` jumps, durations and timers do not (F30). */
  setWallClock(moment: Temporal.Instant): void
}

export function manualClock(start = "2026-01-01T00:00:00Z"): ManualClock {
  let wall = Temporal.Instant.from(start)
  let elapsed = 0
  let order = 0
  const timers = new Map<number, { at: number; callback: () => void }>()

  const next = () => {
    let found: { id: number; at: number; callback: () => void } | null = null
    for (const [id, timer] of timers) if (found === null || timer.at < found.at) found = { id, ...timer }
    return found
  }
  const moveTo = (moment: number) => {
    wall = wall.add({ nanoseconds: Math.round((moment - elapsed) * 1e6) })
    elapsed = moment
  }
  const advance = (ms: number) => {
    const end = elapsed + ms
    for (let timer = next(); timer !== null && timer.at <= end; timer = next()) {
      timers.delete(timer.id)
      moveTo(Math.max(timer.at, elapsed))
      timer.callback()
    }
    moveTo(end)
  }
  const nextIn = () => {
    const timer = next()
    return timer === null ? null : Math.max(0, timer.at - elapsed)
  }

  return {
    now: () => wall,
    instant: () => toInstant(wall),
    monotonic: () => elapsed,
    after(delayMs, callback) {
      const id = order++
      timers.set(id, { at: elapsed + Math.max(0, delayMs), callback })
      return () => {
        timers.delete(id)
      }
    },
    advance,
    advanceToNext() {
      const wait = nextIn()
      if (wait !== null) advance(wait)
      return wait
    },
    stall(ms) {
      moveTo(elapsed + ms)
      for (let timer = next(); timer !== null && timer.at <= elapsed; timer = next()) {
        timers.delete(timer.id)
        timer.callback()
      }
    },
    pending: () => timers.size,
    nextIn,
    setWallClock(moment) {
      wall = moment
    },
  }
}
