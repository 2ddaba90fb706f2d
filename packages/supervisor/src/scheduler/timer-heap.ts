// Owns: what waits for its time, earliest first, as a binary heap. Each entry knows its place, so any of them can be moved or taken out
// without a search. Does not own: when time has come, and what happens then (timer-queue).

export type Entry = {
  readonly key: string
  readonly callback: () => void
  readonly order: number
  /** Of the wall clock, in milliseconds; null: a duration. */
  readonly moment: number | null
  readonly spreads: boolean
  /** Of the monotonic clock. Whoever changes it calls `moved`. */
  due: number
  place: number
  /** It was late and has its place in the line. */
  lined: boolean
}

/** Earliest first; of those due at the same time, the one that was added first. */
export function inOrder(one: Entry, other: Entry): number {
  return one.due - other.due || one.order - other.order
}

export class TimerHeap {
  /** In no order except that each comes after the one above it. */
  readonly entries: Entry[] = []

  push(entry: Entry): void {
    entry.place = this.entries.length
    this.entries.push(entry)
    this.#rise(entry.place)
  }

  remove(entry: Entry): void {
    const last = this.entries.pop()
    if (!last || last === entry) return
    this.#put(last, entry.place)
    this.moved(last)
  }

  /** Its time has changed. */
  moved(entry: Entry): void {
    this.#rise(entry.place)
    this.#sink(entry.place)
  }

  #put(entry: Entry, place: number): void {
    this.entries[place] = entry
    entry.place = place
  }

  #rise(from: number): void {
    let place = from
    const entry = this.entries[place] as Entry
    while (place > 0) {
      const above = (place - 1) >> 1
      const other = this.entries[above] as Entry
      if (inOrder(other, entry) <= 0) break
      this.#put(other, place)
      place = above
    }
    this.#put(entry, place)
  }

  #sink(from: number): void {
    const { entries } = this
    let place = from
    const entry = entries[place] as Entry
    for (;;) {
      const left = 2 * place + 1
      if (left >= entries.length) break
      const right = left + 1
      const below = right < entries.length && inOrder(entries[right] as Entry, entries[left] as Entry) < 0 ? right : left
      const other = entries[below] as Entry
      if (inOrder(entry, other) <= 0) break
      this.#put(other, place)
      place = below
    }
    this.#put(entry, place)
  }
}
