// Owns: the one place where anything waits for its time: a heap over a single timer of the clock, however many agents there are.
// Waiting is by the monotonic clock, so a clock that is set back makes nobody wait longer (F30). Moments that are told in wall-clock
// time are looked at again when that clock has jumped, as it has after a suspend; what comes too late then goes one by one (F31).
import { fromInstant, type Instant } from "@kibitz/contract"
import type { Chance, Clock } from "@kibitz/ports"

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

type Entry = {
  readonly key: string
  readonly callback: () => void
  readonly order: number
  /** Of the wall clock, in milliseconds; null: a duration. */
  readonly moment: number | null
  readonly spreads: boolean
  /** Of the monotonic clock. */
  due: number
  place: number
  /** It was late and has its place in the line. */
  lined: boolean
}

export function timerQueue(clock: Clock, chance: Chance): TimerQueue {
  const heap: Entry[] = []
  const byKey = new Map<string, Entry>()
  let moments = 0
  let orders = 0
  let lineFree = Number.NEGATIVE_INFINITY
  let nextLook = 0
  let ringing = false
  let stopped = false
  let timer: { readonly due: number; readonly cancel: Cancel } | null = null
  let drift = wall() - clock.monotonic()

  function wall(): number {
    return clock.now().epochMilliseconds
  }

  function add(given: Omit<Entry, "order" | "place">): Cancel {
    if (stopped) return () => {}
    const { key } = given
    const before = byKey.get(key)
    if (before) remove(before)
    const entry: Entry = { ...given, order: orders++, place: heap.length }
    byKey.set(key, entry)
    if (entry.moment !== null && moments++ === 0) nextLook = clock.monotonic() + LOOK_MS
    heap.push(entry)
    rise(entry.place)
    arm()
    return () => {
      if (byKey.get(key) !== entry) return
      remove(entry)
      arm()
    }
  }

  function remove(entry: Entry): void {
    byKey.delete(entry.key)
    if (entry.moment !== null) moments--
    const last = heap.pop()
    if (!last || last === entry) return
    put(last, entry.place)
    settle(last)
  }

  function nextInLine(now: number): number {
    const due = Math.max(now, lineFree)
    lineFree = due + APART_MS + chance.next() * JITTER_MS
    return due
  }

  /** One timer, for the earliest; none when nothing waits. */
  function arm(): void {
    if (ringing) return
    const first = heap[0]
    const due = first && (moments > 0 ? Math.min(first.due, nextLook) : first.due)
    if (timer?.due === due) return
    timer?.cancel()
    timer = due === undefined ? null : { due, cancel: clock.after(Math.max(0, due - clock.monotonic()), ring) }
  }

  function ring(): void {
    const planned = timer?.due ?? 0
    timer = null
    ringing = true
    try {
      const now = clock.monotonic()
      nextLook = now + LOOK_MS
      lookAtTheWallClock(now)
      if (now - planned > LATE_MS) lineUp(now)
      release(now)
    } finally {
      ringing = false
      arm()
    }
  }

  /** Those added meanwhile have their own turn, or one that always wants another moment would hold up everything else. */
  function release(now: number): void {
    const until = orders
    for (let first = heap[0]; first && first.due <= now && first.order < until; first = heap[0]) {
      remove(first)
      first.callback()
    }
  }

  function lookAtTheWallClock(now: number): void {
    const drifted = wall() - now
    const jumped = Math.abs(drifted - drift) > LATE_MS
    drift = drifted
    if (!jumped || moments === 0) return
    for (const entry of heap.slice()) {
      if (entry.moment === null || entry.lined) continue
      // Set back, the moment is no further away than it was: the time between has passed.
      entry.due = Math.min(entry.due, entry.moment - drifted)
      settle(entry)
    }
    lineUp(now)
  }

  /**
   * The computer was away, or too busy: what should have happened long ago happens now, one by one. Whoever was in the line already keeps its place among
   * them; put behind the others at every stall, it could wait for ever on a busy machine.
   */
  function lineUp(now: number): void {
    const isLate = (entry: Entry) => entry.spreads && entry.due < now - LATE_MS
    if (!heap.some(isLate)) return
    lineFree = now
    for (const entry of heap.filter((one) => one.lined || isLate(one)).sort(inOrder)) {
      entry.due = nextInLine(now)
      entry.lined = true
      settle(entry)
    }
  }

  function put(entry: Entry, place: number): void {
    heap[place] = entry
    entry.place = place
  }

  function settle(entry: Entry): void {
    rise(entry.place)
    sink(entry.place)
  }

  function rise(from: number): void {
    let place = from
    const entry = heap[place] as Entry
    while (place > 0) {
      const above = (place - 1) >> 1
      const other = heap[above] as Entry
      if (inOrder(other, entry) <= 0) break
      put(other, place)
      place = above
    }
    put(entry, place)
  }

  function sink(from: number): void {
    let place = from
    const entry = heap[place] as Entry
    for (;;) {
      const left = 2 * place + 1
      if (left >= heap.length) break
      const right = left + 1
      const below = right < heap.length && inOrder(heap[right] as Entry, heap[left] as Entry) < 0 ? right : left
      const other = heap[below] as Entry
      if (inOrder(entry, other) <= 0) break
      put(other, place)
      place = below
    }
    put(entry, place)
  }

  return {
    after(delayMs, key, callback) {
      const due = clock.monotonic() + Math.max(0, delayMs)
      return add({ key, callback, due, moment: null, spreads: true, lined: false })
    },
    at(moment, key, callback, late = "spread") {
      const now = clock.monotonic()
      const target = fromInstant(moment).epochMilliseconds
      const left = target - wall()
      const spreads = late === "spread"
      const lined = spreads && left < -LATE_MS
      const due = lined ? nextInLine(now) : now + Math.max(0, left)
      return add({ key, callback, due, moment: target, spreads, lined })
    },
    inLine(key, callback) {
      return add({ key, callback, due: nextInLine(clock.monotonic()), moment: null, spreads: true, lined: true })
    },
    size: () => heap.length,
    stop() {
      stopped = true
      timer?.cancel()
      timer = null
      heap.length = 0
      byKey.clear()
      moments = 0
    },
  }
}

function inOrder(one: Entry, other: Entry): number {
  return one.due - other.due || one.order - other.order
}
