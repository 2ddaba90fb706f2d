// Owns: when the next tokens of all streams are due. One timer for all of them: with one per stream and token, hundreds of streams
// would spend more time in timers than in writing.
export type Paced = {
  /** Says everything that is due by now, given as a number of beats. */
  play(beats: number): void
  readonly beats: number
}

export type Pacer = {
  /** The returned function takes it out again. */
  add(paced: Paced, firstAfterMs: number, everyMs: number): () => void
  /** Says all that is left of every stream now. */
  hurry(): void
  close(): void
}

type Entry = { readonly paced: Paced; readonly everyMs: number; due: number; left: number }

const SHORTEST_WAIT_MS = 2

export function createPacer(): Pacer {
  const entries = new Set<Entry>()
  let timer: NodeJS.Timeout | null = null
  let wakeAt = Number.POSITIVE_INFINITY

  function wakeBy(due: number): void {
    if (timer !== null) {
      if (wakeAt <= due) return
      clearTimeout(timer)
    }
    const now = performance.now()
    wakeAt = Math.max(due, now + SHORTEST_WAIT_MS)
    timer = setTimeout(tick, wakeAt - now)
  }

  function tick(): void {
    timer = null
    wakeAt = Number.POSITIVE_INFINITY
    const now = performance.now()
    let next = Number.POSITIVE_INFINITY
    for (const entry of entries) {
      if (entry.due <= now) advance(entry, now)
      if (entry.left > 0 && entry.due < next) next = entry.due
    }
    if (next !== Number.POSITIVE_INFINITY) wakeBy(next)
  }

  function advance(entry: Entry, now: number): void {
    const beats = Math.min(entry.left, 1 + Math.floor((now - entry.due) / entry.everyMs))
    entry.left -= beats
    entry.due += beats * entry.everyMs
    if (entry.left === 0) entries.delete(entry)
    entry.paced.play(beats)
  }

  return {
    add(paced, firstAfterMs, everyMs) {
      const entry: Entry = { paced, everyMs, due: performance.now() + firstAfterMs, left: paced.beats }
      entries.add(entry)
      wakeBy(entry.due)
      return () => {
        entries.delete(entry)
        entry.left = 0
      }
    },
    hurry() {
      for (const entry of [...entries]) {
        const { left } = entry
        entries.delete(entry)
        entry.left = 0
        entry.paced.play(left)
      }
    },
    close() {
      entries.clear()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
