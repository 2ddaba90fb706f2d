// The fourteen views: each can be brought up, in both themes, with nothing cut off, covered, too small to hit or painted over something else, with
// nothing serious for axe, and without an error of the page. `npm run pictures` also writes them to docs/screens.
import { join } from "node:path"
import { axeIn, seriousProblems } from "../driver/axe.ts"
import { root } from "../driver/electron.ts"
import { faultsOf } from "../driver/geometry.ts"
import { expect, test } from "../driver/test.ts"
import { dress, themes } from "../views/dress.ts"
import { onEveryView } from "../views/on-stage.ts"
import { arePicturesWritten } from "../views/scenes.ts"

onEveryView((view, stage) => {
  test(`U27, ux 7.18: ${view.title} is drawn as it should be and can be used without seeing or pointing, dark and light`, async () => {
    const kibitz = stage()
    const { page } = kibitz
    await view.show(kibitz)
    // What was said for a moment on the way here is no part of the view.
    if (arePicturesWritten) await expect(page.locator(".status-rest:not([data-passed])")).toHaveCount(0, { timeout: 20_000 })
    // Nothing is drawn as under the pointer.
    await page.mouse.move(900, 2)
    for (const [at, theme] of themes.entries()) {
      await dress(kibitz, theme)
      expect(await faultsOf(page), theme).toEqual([])
      expect(await seriousProblems(page, axeIn(at)), theme).toEqual([])
      const path = join(root, "docs", "screens", `${view.id}-${theme}.png`)
      // Taken in any case: a page that cannot be drawn in time is a fault too.
      await page.screenshot({ caret: "hide", animations: "disabled", scale: "css", ...(arePicturesWritten ? { path } : {}) })
    }
    expect(kibitz.problems).toEqual([])
  })
})
