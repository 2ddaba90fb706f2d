// Owns: tests over the views: one running app for each scene, so that fourteen views need five starts. A test that fails gets a fresh one.
import type { Kibitz } from "../driver/kibitz.ts"
import { expect, test } from "../driver/test.ts"
import { bringUp, scenes } from "./scenes.ts"
import { type View, views } from "./views.ts"

/** `body` declares the tests of one view; `stage` is the app once they run. */
export function onEveryView(body: (view: View, stage: () => Kibitz) => void): void {
  for (const scene of Object.values(scenes)) {
    test.describe(scene.title, () => {
      // One after the other: side by side, each worker would bring the scene up for itself.
      test.describe.configure({ mode: "default" })
      let kibitz: Kibitz | null = null
      const stage = () => {
        if (!kibitz) throw new Error("the scene was not brought up")
        return kibitz
      }
      test.beforeAll(async () => {
        test.setTimeout(180_000)
        kibitz = await bringUp(scene)
      })
      test.afterAll(async () => {
        await kibitz?.quit()
        expect(kibitz?.problems ?? []).toEqual([])
      })
      for (const view of views) if (view.scene === scene) body(view, stage)
    })
  }
}
