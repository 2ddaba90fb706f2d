// Owns: what every screen test gets: the worker's engine, folders of its own, a way to open the app in them, and an end without leftovers or
// unnoticed errors.
import { test as base } from "@playwright/test"
import { expect } from "../driver/expect.ts"
import { makeFolders, type TestFolders } from "../driver/folders.ts"
import { type Engine, startEngine } from "./engine.ts"
import { openScreen, type Screen, type ScreenOptions } from "./screen.ts"

type Fixtures = {
  folders: TestFolders
  /** Opens the screen on this test's folders; after `quit` it opens again on the same data and storage. */
  start: (options?: ScreenOptions) => Promise<Screen>
  /** For tests that provoke errors in the page on purpose. */
  toleratedProblems: RegExp | null
}

export const test = base.extend<Fixtures, { engine: Engine }>({
  engine: [
    async ({}, use) => {
      const engine = await startEngine()
      await use(engine)
      await engine.end()
    },
    { scope: "worker" },
  ],
  toleratedProblems: [null, { option: true }],
  folders: async ({}, use) => {
    const folders = makeFolders()
    await use(folders)
    folders.remove()
  },
  start: async ({ engine, folders, toleratedProblems }, use) => {
    const runs: { screen: Screen; ended: boolean }[] = []
    await use(async (options) => {
      const screen = await openScreen(engine, folders, options)
      const run = { screen, ended: false }
      const { quit } = screen
      runs.push(run)
      return {
        ...screen,
        quit() {
          run.ended = true
          return quit()
        },
      }
    })
    for (const { screen, ended } of runs) if (!ended) await screen.quit()
    const problems = runs.flatMap(({ screen }) => screen.problems)
    expect(problems.filter((problem) => !toleratedProblems?.test(problem))).toEqual([])
  },
})

export { expect }
