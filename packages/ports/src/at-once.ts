/** Runs through work that would pause now and then, for callers who have nothing else to do. */
export function atOnce<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { value, done } = steps.next()
    if (done) return value
  }
}
