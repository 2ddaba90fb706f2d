// Names and dice that are the same in every run.
import type { Chance, Ids } from "@kibitz/ports"

/** msg_0001, msg_0002, turn_0001 …: one count per prefix. */
export function countingIds(): Ids {
  const counts = new Map<string, number>()
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}_${String(count).padStart(4, "0")}`
    },
  }
}

/** Gives these numbers in turn, and the last one for ever. */
export function fixedChance(...numbers: number[]): Chance {
  const left = numbers.length === 0 ? [0.5] : [...numbers]
  return { next: () => (left.length > 1 ? left.shift() : left[0]) as number }
}
