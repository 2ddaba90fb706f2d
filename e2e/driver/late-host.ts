// Owns: an app whose pages reach the host only when a test says so, as on a slow machine.
import { join } from "node:path"
import type { ElectronApplication } from "@playwright/test"

/** For `require` when starting. */
export const lateHost = join(import.meta.dirname, "late-host.cjs")

export async function letHostAnswer(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => (globalThis as unknown as { letHostAnswer(): void }).letHostAnswer())
}
