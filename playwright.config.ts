import { defineConfig } from "@playwright/test"

// Two kinds of tests drive the built app (docs/adr/0017):
// - screens: the renderer in one long-lived Electron per worker, over a host in the worker. `npm run screens -- cards-laws` runs a part.
// - journeys: the real app from its start to its end, for what needs its own process, windows, menu or a crash. `npm run e2e -- journeys/kill`.
//
// Each worker has a display of its own (scripts/checks/playwright.ts opens them): on a shared one, windows take the focus from each other.
const display = process.env.KIBITZ_DISPLAYS?.split(" ")[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
if (display) process.env.DISPLAY = display

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // A test that fails has failed: a second try would hide a fault of the product or of the test.
  retries: 0,
  // Each test by itself, whatever file it is in: at the end of a run no worker is left with a long file.
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  // What is tried again is tried again soon: waiting up to a second for what is there already adds up.
  expect: { timeout: 10_000, toPass: { intervals: [20, 50, 100, 250] } },
  reporter: [["list"], ["json"]],
  use: { trace: "off" },
  projects: [
    { name: "screens", testMatch: "screens/**/*.screen.ts" },
    { name: "journeys", testMatch: "**/*.e2e.ts" },
  ],
})
