import { randomInt } from "node:crypto"
import { defineConfig } from "vitest/config"

/** Rules without a world outside: nothing one file does can be seen in another. */
const pure = ["packages/{canvas,contract,domain}/**/*.test.ts"]

/** A new one for each run, so that every run looks somewhere else; printed, so that each can be repeated. */
const seed = process.env.PROPERTY_SEED ?? String(randomInt(2 ** 31))
console.log(`Property tests begin at PROPERTY_SEED=${seed}`)

// Unit and database tests. The suffix says what a test needs: `.test.ts` nothing, `.contract.test.ts` a port suite,
// `.db.test.ts` SQLite on disk. End-to-end tests run under Playwright (e2e/).
export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", "**/dist/**"],
    environment: "node",
    setupFiles: ["scripts/checks/property-seed.ts"],
    env: { PROPERTY_SEED: seed },
    testTimeout: 20_000,
    // Vitest would leave one core to itself, which needs almost none.
    maxWorkers: "100%",
    projects: [
      // What they import is the same for all of them; read anew for every file it costs more than the tests themselves.
      { extends: true, test: { name: "rules", include: pure, isolate: false } },
      {
        extends: true,
        test: {
          name: "parts",
          include: ["packages/**/*.test.ts", "apps/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}", "bench/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", ...pure],
        },
      },
    ],
  },
})
