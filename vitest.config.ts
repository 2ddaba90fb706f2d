import { defineConfig } from "vitest/config"

// Unit and database tests. The suffix says what a test needs: `.test.ts` nothing, `.contract.test.ts` a port suite,
// `.db.test.ts` SQLite on disk. End-to-end tests run under Playwright (e2e/).
export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "apps/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    environment: "node",
    setupFiles: ["scripts/checks/property-seed.ts"],
    testTimeout: 20_000,
    // Vitest would leave one core to itself, which needs almost none.
    maxWorkers: "100%",
  },
})
