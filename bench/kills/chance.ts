// Owns: chance that can be repeated: the same seed plans the same kills. (When exactly a moment comes is still the machine's to say.)

export type Chance = {
  /** From 0 to below 1. */
  next(): number
  between(from: number, to: number): number
  pick<T>(from: readonly T[]): T
}

/** mulberry32: small, and even enough to choose moments by. */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick<T>(from: readonly T[]) {
      return from[Math.floor(next() * from.length)] as T
    },
  }
}
