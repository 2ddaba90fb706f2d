import { defineConfig } from "@playwright/test"

// End-to-end tests on the real Electron, one after the other: the app allows a single instance per data folder and two cores are enough
// for one Chromium. `npm run e2e -- e2e/journeys/x.e2e.ts` runs one of them.
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  testIgnore: "perf/**",
  outputDir: "test-results",
  workers: 1,
  // A real window on a busy machine: one more try, and the summary names what needed it.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json"]],
  use: { trace: "off" },
})
