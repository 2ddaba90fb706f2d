// Owns: tests over the views: one running app for each scene, so that fourteen views need five starts.
import type { Kibitz } from "../driver/kibitz.ts"
import { oneApp } from "../driver/one-app.ts"
import { test } from "../driver/test.ts"
import { bringUp, scenes } from "./scenes.ts"
import { type View, views } from "./views.ts"

/** `body` declares the tests of one view; `stage` is the app once they run. */
export function onEveryView(body: (view: View, stage: () => Kibitz) => void): void {
  for (const scene of Object.values(scenes)) {
    test.describe(scene.title, () => {
      const stage = oneApp(() => bringUp(scene))
      for (const view of views) if (view.scene === scene) body(view, stage)
    })
  }
}
