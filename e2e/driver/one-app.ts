// Owns: one running app for all tests of a `describe`, for tests that look at it and leave it as it was: a start costs more than most of them.
import type { Kibitz } from "./kibitz.ts"
import { expect, test } from "./test.ts"

/** Declares the hooks where it is called; what it gives back is the app once the tests run. A test that fails gets a fresh one. */
export function oneApp(begin: () => Promise<Kibitz>, toleratedProblems: RegExp | null = null): () => Kibitz {
  let kibitz: Kibitz | null = null
  // One after the other: side by side, each worker would start an app for itself.
  test.describe.configure({ mode: "default" })
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    kibitz = await begin()
  })
  test.afterAll(async () => {
    await kibitz?.quit()
    expect(kibitz?.problems.filter((problem) => !toleratedProblems?.test(problem)) ?? []).toEqual([])
  })
  return () => {
    if (!kibitz) throw new Error("the app was not started")
    return kibitz
  }
}
