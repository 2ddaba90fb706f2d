// Owns: a scene in the real app, for pictures: time stands in the app and in the page, and is moved on by hand, so that ages and elapsed times are
// the same every time.
import { join } from "node:path"
import { expect } from "../driver/expect.ts"
import { makeFolders } from "../driver/folders.ts"
import { startKibitz } from "../driver/kibitz.ts"
import { resize, type Scene, type Shown } from "./scenes.ts"

/** As in still-main.cjs and still-page.cjs. */
const BEGIN = Date.parse("2026-05-04T09:41:00Z")

/** Brings a scene up in a folder that always has the same name, in a window of the usual size, with time standing still. */
export async function bringUpStill(scene: Scene): Promise<Shown> {
  const folders = makeFolders("kibitz")
  // Both processes stand still from their first line on.
  const still = { require: join(import.meta.dirname, "still-main.cjs"), env: { TZ: "UTC" } }
  const kibitz = await startKibitz(folders, { ...scene.start, ...still, join: false, probe: true })
  const { app, page } = kibitz
  app.once("close", folders.remove)
  const shown: Shown = {
    ...kibitz,
    async moveTime(seconds) {
      const to = BEGIN + seconds * 1000
      await app.evaluate((_electron, at) => Object.assign(globalThis, { stillAt: at }), to)
      await page.evaluate((at) => Object.assign(globalThis, { stillAt: at }), to)
    },
    // By itself: how far everybody has come by then is part of the picture.
    withoutToasts: () => expect(page.getByTestId("toast")).toHaveCount(0, { timeout: 30_000 }),
  }
  await resize(shown, 1440, 900)
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await expect(page.getByTestId("status-bar").getByTestId("posture")).toBeVisible({ timeout: 60_000 })
  // The page must have begun after its clock was stopped: otherwise every age in it is wrong.
  expect(await page.evaluate(() => "stillAt" in globalThis)).toBe(true)
  await scene.play(shown)
  return shown
}
