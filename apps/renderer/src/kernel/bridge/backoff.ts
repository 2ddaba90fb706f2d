/** Milliseconds before try number `attempt` (from 1): half a second doubling to ten, spread so that many screens do not return at once. */
export function backoff(attempt: number, chance: number): number {
  const base = Math.min(10_000, 500 * 2 ** Math.min(attempt - 1, 10))
  return Math.round(base * (0.75 + 0.5 * chance))
}
