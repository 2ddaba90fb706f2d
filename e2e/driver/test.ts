// Owns: what every journey gets: folders of its own, a way to start the app in them, and an end without leftovers or unnoticed errors.
import { test as base } from "@playwright/test"
import { expect } from "./expect.ts"
import { makeFolders, type TestFolders } from "./folders.ts"
import { type Kibitz, type StartOptions, startKibitz } from "./kibitz.ts"

type Fixtures = {
  folders: TestFolders
  /** Starts the app on this test's folders; calling it again after `quit` or `kill` starts it anew on the same data. */
  start: (options?: StartOptions) => Promise<Kibitz>
  /** For tests that provoke errors in the page on purpose. */
  toleratedProblems: RegExp | null
}

export const test = base.extend<Fixtures>({
  toleratedProblems: [null, { option: true }],
  folders: async ({}, use) => {
    const folders = makeFolders()
    await use(folders)
    folders.remove()
  },
  start: async ({ folders, toleratedProblems }, use) => {
    const runs: { kibitz: Kibitz; ended: boolean }[] = []
    await use(async (options) => {
      const kibitz = await startKibitz(folders, options)
      const run = { kibitz, ended: false }
      kibitz.app.once("close", () => {
        run.ended = true
      })
      runs.push(run)
      return kibitz
    })
    for (const run of runs) if (!run.ended) await run.kibitz.quit()
    const problems = runs.flatMap(({ kibitz }) => kibitz.problems)
    expect(problems.filter((problem) => !toleratedProblems?.test(problem))).toEqual([])
  },
})

export { expect }
