// Owns: time for pictures: it stands in the app and in the page, and is moved on by hand, so that ages and elapsed times are the same every time.
import { join } from "node:path"
import type { Kibitz, StartOptions } from "../driver/kibitz.ts"

/** For `startKibitz`: both processes stand still from their first line on. */
export const stillStart: StartOptions = { require: join(import.meta.dirname, "still-main.cjs"), env: { TZ: "UTC" } }

/** As in still-main.cjs and still-page.cjs. */
const BEGIN = Date.parse("2026-05-04T09:41:00Z")

/** So many seconds after the start, everywhere. */
export async function moveTime({ app, page }: Kibitz, seconds: number): Promise<void> {
  const to = BEGIN + seconds * 1000
  await app.evaluate((_electron, at) => Object.assign(globalThis, { stillAt: at }), to)
  await page.evaluate((at) => Object.assign(globalThis, { stillAt: at }), to)
}
