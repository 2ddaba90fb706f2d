// Owns: tests over the scenes and views: one screen for each scene, so that fourteen views are brought up five times.
import type { Page } from "@playwright/test"
import { expect } from "../driver/expect.ts"
import { makeFolders } from "../driver/folders.ts"
import type { Engine } from "../stage/engine.ts"
import { openScreen } from "../stage/screen.ts"
import { test } from "../stage/test.ts"
import { resize, type Scene, type Shown } from "./scenes.ts"
import { type View, views } from "./views.ts"

/** Brings a scene up in folders of its own, in a window of the usual size. */
export async function bringUp(engine: Engine, scene: Scene): Promise<Shown> {
  const folders = makeFolders()
  const screen = await openScreen(engine, folders, { ...scene.start, join: false, probe: true })
  const shown: Shown = {
    ...screen,
    moveTime: () => Promise.resolve(),
    withoutToasts: () => putToastsAway(screen.page),
    async quit() {
      await screen.quit()
      folders.remove()
    },
  }
  await resize(shown, 1440, 900)
  await shown.page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await scene.play(shown)
  return shown
}

/** A toast goes by itself after six seconds, while everything else draws and writes; here it is only in the way. */
async function putToastsAway(page: Page): Promise<void> {
  const toast = page.getByTestId("toast")
  await expect(async () => {
    if (await toast.isVisible()) await toast.getByTitle("Hide; it goes on waiting").click()
    await expect(toast).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

/**
 * One screen for all tests of a `describe`, for tests that look at it and leave it as it was. Declares the hooks where it is called; returns what
 * gives the screen once the tests run. A test that fails gets a fresh one.
 */
export function oneScene(scene: Scene): () => Shown {
  let shown: Shown | null = null
  // One after the other: side by side, each worker would bring the scene up for itself.
  test.describe.configure({ mode: "default" })
  test.beforeAll(async ({ engine }) => {
    test.setTimeout(180_000)
    shown = await bringUp(engine, scene)
  })
  test.afterAll(async () => {
    await shown?.quit()
    expect(shown?.problems).toEqual([])
  })
  return () => {
    if (!shown) throw new Error("the scene was not brought up")
    return shown
  }
}

/** `body` declares the tests of one view; `stage` is its screen once they run. */
export function onEveryView(body: (view: View, stage: () => Shown) => void): void {
  for (const scene of new Set(views.map((view) => view.scene))) {
    test.describe(scene.title, () => {
      const stage = oneScene(scene)
      for (const view of views) if (view.scene === scene) body(view, stage)
    })
  }
}
