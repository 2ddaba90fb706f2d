// Owns: which Electron the tests run, and the switches it needs on this machine.
import { existsSync } from "node:fs"
import { join } from "node:path"

export const root = join(import.meta.dirname, "..", "..")
export const mainBundle = join(root, "dist", "desktop", "main.cjs")

export function electronExecutable(): string {
  const named = process.env.KIBITZ_ELECTRON
  if (!named || !process.env.ELECTRON_OVERRIDE_DIST_PATH || !existsSync(named))
    throw new Error("There is no Electron to test with: run the tests with `npm run e2e`, which finds one.")
  if (!existsSync(mainBundle)) throw new Error("There is nothing to test: run `npm run build` first.")
  return named
}

/** Chromium refuses to run as root with its sandbox on. */
export function sandboxSwitches(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : []
}

/** Nothing of the tester's own set-up may reach the app under test: no key, no proxy, no project. */
export function cleanEnvironment(more: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(ANTHROPIC_|KIBITZ_|ELECTRON_RUN_AS_NODE|NODE_OPTIONS|.*_proxy$)/i.test(entry[0]),
  )
  return { ...Object.fromEntries(kept), KIBITZ_QUIET_FAILURES: "1", ...more }
}
