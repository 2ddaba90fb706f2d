import { defineConfig } from "@playwright/test"

// End-to-end tests on the real Electron, each with folders of its own. `npm run e2e -- e2e/journeys/x.e2e.ts` runs one of them.
//
// Each worker has a display of its own (scripts/checks/e2e.ts opens them): on a shared one, windows take the focus from each other.
const display = process.env.KIBITZ_DISPLAYS?.split(" ")[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
if (display) process.env.DISPLAY = display

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  testIgnore: "perf/**",
  outputDir: "test-results",
  // A real window on a busy machine: up to two more tries, and the summary names what needed one.
  retries: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json"]],
  use: { trace: "off" },
})
