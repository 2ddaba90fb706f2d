/**
 * Waits until something is so, and answers with it: `await untilFact("the turn ended", () => world().agents.jake?.turn === null)`.
 * The limit is no part of what is tested: it only turns a fact that never comes into an error that names it.
 */
export async function untilFact<T>(
  what: string,
  predicate: () => T | Promise<T>,
  options: { limitMs?: number } = {},
): Promise<Exclude<T, false | null | undefined | 0 | "">> {
  const limitMs = options.limitMs ?? 30_000
  const startedAt = performance.now()
  for (;;) {
    const fact = await predicate()
    if (fact) return fact as Exclude<T, false | null | undefined | 0 | "">
    if (performance.now() - startedAt > limitMs) throw new Error(`waited ${limitMs} ms in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
