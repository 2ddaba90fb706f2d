// `npm run pictures`: the views and, with `--all`, the map in windows and text of every size, as the real app draws them with time standing still. Without
// it there is nothing here to run: screens/app/views.screen.ts and screens/map/map-sizes.screen.ts look at the same views.
import { join } from "node:path"
import { root } from "../driver/electron.ts"
import { expect, test } from "../driver/test.ts"
import { dress, themes } from "./dress.ts"
import { crowds, type Shown } from "./scenes.ts"
import { inEverySize, intoRoom } from "./sizes.ts"
import { bringUpStill } from "./still.ts"
import { toMap, views } from "./views.ts"

/** Where to: `npm run pictures`, and `npm run pictures -- --all <folder>`. */
const viewsTo = process.env.KIBITZ_PICTURES === "1" ? join(root, "docs", "screens") : undefined
const allTo = process.env.KIBITZ_ALL_PICTURES

// One after the other: all are drawn in a folder of the same name.
test.describe.configure({ mode: "default" })

if (viewsTo !== undefined)
  for (const scene of new Set(views.map((view) => view.scene)))
    test(`pictures of ${scene.title}`, async () => {
      test.setTimeout(600_000)
      const shown = await bringUpStill(scene)
      for (const view of views.filter((one) => one.scene === scene)) {
        await view.show(shown)
        // What was said for a moment on the way here is no part of the view.
        await expect(shown.page.locator(".status-rest:not([data-passed])")).toHaveCount(0, { timeout: 20_000 })
        // Nothing is drawn as under the pointer.
        await shown.page.mouse.move(900, 2)
        await draw(shown, join(viewsTo, view.id))
      }
      await shown.quit()
    })

if (allTo !== undefined)
  for (const [agents, scene] of Object.entries(crowds))
    test(`pictures of ${scene.title}, in every size`, async () => {
      test.setTimeout(600_000)
      const shown = await bringUpStill(scene)
      const drawn = (name: string) => (where: string) => draw(shown, join(allTo, `${name}-${where}`))
      if (agents === "1") await inEverySize(shown, drawn("0"))
      await toMap(shown)
      await inEverySize(shown, drawn(agents))
      if (agents === "214") await inEverySize(shown, drawn(`${agents}-room`), intoRoom)
      await shown.quit()
    })

async function draw(shown: Shown, path: string): Promise<void> {
  for (const theme of themes) {
    await dress(shown, theme)
    await shown.page.screenshot({ path: `${path}-${theme}.png`, caret: "hide", animations: "disabled", scale: "css" })
  }
}
