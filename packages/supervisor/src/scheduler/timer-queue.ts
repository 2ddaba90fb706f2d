// Owns: the one place where anything waits for its time: a heap over a single timer of the clock, however many agents there are.
// Waiting is by the monotonic clock, so a clock that is set back makes nobody wait longer (F30). Moments that are told in wall-clock
// time are looked at again when that clock has jumped, as it has after a suspend; what comes too late then goes one by one (F31).
import { fromInstant, type Instant } from "@kibitz/contract"
import type { Chance, Clock } from "@kibitz/ports"
import { type Entry, inOrder, TimerHeap } from "./timer-heap.ts"

export type Cancel = () => void

export type TimerQueue = {
  /** Once, not before `delayMs` have passed. A key that waits already waits for this instead. */
  after(delayMs: number, key: string, callback: () => void): Cancel
  /** Once, when that moment has come. `late`: what to do with one that is found to be long past. */
  at(moment: Instant, key: string, callback: () => void, late?: "spread" | "at-once"): Cancel
  /** As soon as it is its turn among those that come too late. */
  inLine(key: string, callback: () => void): Cancel
  size(): number
  stop(): void
}

/** How late something must be to count as late: more than a busy moment, less than anybody waits for. */
const LATE_MS = 1_000
/** Between two that are late. With the jitter about five in a second. */
const APART_MS = 150
const JITTER_MS = 100
/** A suspended computer does not tell; this often it is looked for, while something waits for a moment of the wall clock. */
const LOOK_MS = 60_000

export function timerQueue(clock: Clock, chance: Chance): TimerQueue {
  return new Queue(clock, chance)
}

class Queue implements TimerQueue {
  readonly #clock: Clock
  readonly #line: LateLine
  readonly #heap = new TimerHeap()
  readonly #byKey = new Map<string, Entry>()
  /** How many wait for a moment of the wall clock. */
  #moments = 0
  #orders = 0
  #nextLook = 0
  #ringing = false
  #stopped = false
  #timer: { readonly due: number; readonly cancel: Cancel } | null = null
  /** How far the wall clock was ahead of the monotonic one when it was last looked at. */
  #drift: number
  readonly #ring = (): void => this.#rang()

  constructor(clock: Clock, chance: Chance) {
    this.#clock = clock
    this.#line = new LateLine(chance)
    this.#drift = this.#wall() - clock.monotonic()
  }

  after(delayMs: number, key: string, callback: () => void): Cancel {
    const due = this.#clock.monotonic() + Math.max(0, delayMs)
    return this.#add({ key, callback, due, moment: null, spreads: true, lined: false })
  }

  at(moment: Instant, key: string, callback: () => void, late: "spread" | "at-once" = "spread"): Cancel {
    const now = this.#clock.monotonic()
    const target = fromInstant(moment).epochMilliseconds
    const left = target - this.#wall()
    const spreads = late === "spread"
    const lined = spreads && left < -LATE_MS
    const due = lined ? this.#line.next(now) : now + Math.max(0, left)
    return this.#add({ key, callback, due, moment: target, spreads, lined })
  }

  inLine(key: string, callback: () => void): Cancel {
    const due = this.#line.next(this.#clock.monotonic())
    return this.#add({ key, callback, due, moment: null, spreads: true, lined: true })
  }

  size(): number {
    return this.#heap.entries.length
  }

  stop(): void {
    this.#stopped = true
    this.#timer?.cancel()
    this.#timer = null
    this.#heap.entries.length = 0
    this.#byKey.clear()
    this.#moments = 0
  }

  #add(given: Omit<Entry, "order" | "place">): Cancel {
    if (this.#stopped) return () => {}
    const { key } = given
    const before = this.#byKey.get(key)
    if (before) this.#remove(before)
    const entry: Entry = { ...given, order: this.#orders++, place: -1 }
    this.#byKey.set(key, entry)
    if (entry.moment !== null && this.#moments++ === 0) this.#nextLook = this.#clock.monotonic() + LOOK_MS
    this.#heap.push(entry)
    this.#arm()
    return () => {
      if (this.#byKey.get(key) !== entry) return
      this.#remove(entry)
      this.#arm()
    }
  }

  #remove(entry: Entry): void {
    this.#byKey.delete(entry.key)
    if (entry.moment !== null) this.#moments--
    this.#heap.remove(entry)
  }

  /** One timer, for the earliest; none when nothing waits. */
  #arm(): void {
    if (this.#ringing) return
    const first = this.#heap.entries[0]
    const due = first && (this.#moments > 0 ? Math.min(first.due, this.#nextLook) : first.due)
    if (this.#timer?.due === due) return
    this.#timer?.cancel()
    this.#timer =
      due === undefined ? null : { due, cancel: this.#clock.after(Math.max(0, due - this.#clock.monotonic()), this.#ring) }
  }

  #rang(): void {
    const planned = this.#timer?.due ?? 0
    this.#timer = null
    this.#ringing = true
    try {
      const now = this.#clock.monotonic()
      this.#nextLook = now + LOOK_MS
      this.#lookAtTheWallClock(now)
      if (now - planned > LATE_MS) this.#lineUp(now)
      this.#release(now)
    } finally {
      this.#ringing = false
      this.#arm()
    }
  }

  /** Entries added meanwhile wait for the next ring; otherwise one that always asks for another moment would hold up everything else. */
  #release(now: number): void {
    const until = this.#orders
    const { entries } = this.#heap
    for (let first = entries[0]; first && first.due <= now && first.order < until; first = entries[0]) {
      this.#remove(first)
      first.callback()
    }
  }

  #lookAtTheWallClock(now: number): void {
    const drift = this.#wall() - now
    const jumped = Math.abs(drift - this.#drift) > LATE_MS
    this.#drift = drift
    if (!jumped || this.#moments === 0) return
    for (const entry of this.#heap.entries.slice()) {
      if (entry.moment === null || entry.lined) continue
      // When the clock was set back, the moment is no further away than it was: the time between has passed.
      entry.due = Math.min(entry.due, entry.moment - drift)
      this.#heap.moved(entry)
    }
    this.#lineUp(now)
  }

  /**
   * The computer was away, or too busy: what should have happened long ago happens now, one by one. An entry that was in the line already
   * keeps its place; put behind the others at every stall, it could wait for ever on a busy machine.
   */
  #lineUp(now: number): void {
    const isLate = (entry: Entry) => entry.spreads && entry.due < now - LATE_MS
    const { entries } = this.#heap
    if (!entries.some(isLate)) return
    this.#line.restart(now)
    for (const entry of entries.filter((one) => one.lined || isLate(one)).sort(inOrder)) {
      entry.due = this.#line.next(now)
      entry.lined = true
      this.#heap.moved(entry)
    }
  }

  #wall(): number {
    return this.#clock.now().epochMilliseconds
  }
}

/** The times at which those that are late go, one after the other. */
class LateLine {
  readonly #chance: Chance
  #free = Number.NEGATIVE_INFINITY

  constructor(chance: Chance) {
    this.#chance = chance
  }

  next(now: number): number {
    const due = Math.max(now, this.#free)
    this.#free = due + APART_MS + this.#chance.next() * JITTER_MS
    return due
  }

  restart(now: number): void {
    this.#free = now
  }
}
