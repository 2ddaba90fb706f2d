// Owns: a level that rises and falls and can be waited for. Holds no data, only the number.

export type Gauge = {
  add(amount: number): void
  level(): number
  /** Resolves as soon as the level is not above `limit`. */
  atMost(limit: number): Promise<void>
}

export function gauge(): Gauge {
  let level = 0
  let waiting: { limit: number; resolve: () => void }[] = []
  return {
    add(amount) {
      level += amount
      if (amount > 0 || waiting.length === 0) return
      const ready = waiting.filter((wait) => level <= wait.limit)
      waiting = waiting.filter((wait) => level > wait.limit)
      for (const wait of ready) wait.resolve()
    },
    level: () => level,
    atMost(limit) {
      if (level <= limit) return Promise.resolve()
      return new Promise((resolve) => waiting.push({ limit, resolve }))
    },
  }
}
