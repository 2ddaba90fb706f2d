import { randomInt } from "node:crypto"
import { defineConfig } from "vitest/config"

/** Nearly all files: what one of them does cannot be seen in another, as it changes nothing that belongs to the process. */
const tidy = ["packages/**/*.test.ts", "apps/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}", "bench/**/*.test.ts"]

/** These change the environment, a global or a module, or end processes by group. */
const apart = [
  "packages/adapters/shell/**/*.test.ts",
  "packages/adapters/files/src/{write-file,confine}.test.ts",
  "packages/adapters/anthropic/src/environment.test.ts",
  "apps/renderer/src/**/renders.test.tsx",
  "apps/renderer/src/**/panel.test.tsx",
]

const never = ["**/node_modules/**", "**/dist/**"]

/** A new one for each run, so that every run looks somewhere else; printed, so that each can be repeated. */
const seed = process.env.PROPERTY_SEED ?? String(randomInt(2 ** 31))
console.log(`Property tests begin at PROPERTY_SEED=${seed}`)

// Unit and database tests. The suffix says what a test needs: `.test.ts` nothing, `.contract.test.ts` a port suite,
// `.db.test.ts` SQLite on disk. End-to-end tests run under Playwright (e2e/).
export default defineConfig({
  test: {
    exclude: never,
    environment: "node",
    setupFiles: ["scripts/checks/property-seed.ts"],
    env: { PROPERTY_SEED: seed },
    testTimeout: 20_000,
    // Vitest would leave one core to itself, which needs almost none.
    maxWorkers: "100%",
    projects: [
      // What they import is the same for all of them; loaded for every file, it costs more than the tests themselves.
      { extends: true, test: { name: "shared", include: tidy, exclude: [...never, ...apart], isolate: false } },
      { extends: true, test: { name: "apart", include: apart } },
    ],
  },
})
