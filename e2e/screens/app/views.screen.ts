// The fourteen views: each can be brought up, in both themes, with nothing cut off, covered, too small to hit or painted over something else, with
// nothing serious for axe, and without an error of the page. `npm run pictures` draws the same views in docs/screens.
import { axeIn, seriousProblems } from "../../driver/axe.ts"
import { faultsOf } from "../../driver/geometry.ts"
import { expect, test } from "../../stage/test.ts"
import { dress, themes } from "../../views/dress.ts"
import { onEveryView } from "../../views/on-stage.ts"

onEveryView((view, stage) => {
  test(`U27, ux 7.18: ${view.title} is drawn as it should be and can be used without seeing or pointing, dark and light`, async () => {
    const shown = stage()
    const { page } = shown
    await view.show(shown)
    // Nothing is drawn as under the pointer.
    await page.mouse.move(900, 2)
    for (const [at, theme] of themes.entries()) {
      await dress(shown, theme)
      expect(await faultsOf(page), theme).toEqual([])
      expect(await seriousProblems(page, axeIn(at)), theme).toEqual([])
      // A page that cannot be drawn in time is a fault too.
      await page.screenshot({ caret: "hide", animations: "disabled", scale: "css" })
    }
    expect(shown.problems).toEqual([])
  })
})
