// The map with hardly anybody and with very many, in the smallest window and in a large one, with text of the usual size and of twice that: nothing
// is cut off, covered, too small to hit or painted over something else. `npm run pictures -- --all` also writes all of it down, in both themes and at
// the usual size too, for a person to look at.
import { join } from "node:path"
import { faultsOf } from "../driver/geometry.ts"
import type { Kibitz } from "../driver/kibitz.ts"
import { expect, test } from "../driver/test.ts"
import { dress, themes } from "../views/dress.ts"
import { allPicturesIn, bringUp, crowds, resize } from "../views/scenes.ts"
import { toMap, wholeMap } from "../views/views.ts"

const sizes = [[900, 600], ...(allPicturesIn === undefined ? [] : [[1440, 900] as const]), [2560, 1440]] as const

for (const [agents, scene] of Object.entries(crowds)) {
  test(`${scene.title}: the map fits windows of 900×600 and 2560×1440, with text at 100 and at 200 %`, async () => {
    test.setTimeout(180_000)
    const kibitz = await bringUp(scene)
    if (agents === "1") await look(kibitz, "0")
    await toMap(kibitz)
    await look(kibitz, agents)
    if (agents === "214" && allPicturesIn !== undefined) await look(kibitz, `${agents}-room`, intoRoom)
    expect(kibitz.problems).toEqual([])
    await kibitz.quit()
  })
}

/** Every size of window and text; all that is wrong is told, not the first alone. */
async function look(kibitz: Kibitz, name: string, show = wholeMap): Promise<void> {
  const { page } = kibitz
  const faults: string[] = []
  for (const text of [100, 200] as const) {
    await setText(kibitz, text)
    for (const [width, height] of sizes) {
      await resize(kibitz, width, height)
      if (await page.getByTestId("map").isVisible()) await show(kibitz)
      await page.mouse.move(width / 2, 2)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const where = `${name}-${width}x${height}-${text}`
      // Closer to, a desk that reaches out of the view is cut by it: that is what a map is.
      if (show === wholeMap) faults.push(...(await faultsOf(page)).map((fault) => `${where}: ${fault}`))
      if (allPicturesIn === undefined) continue
      for (const theme of themes) {
        await dress(kibitz, theme)
        const path = join(allPicturesIn, `${where}-${theme}.png`)
        await page.screenshot({ path, caret: "hide", animations: "disabled", scale: "css" })
      }
    }
  }
  await setText(kibitz, 100)
  expect(faults).toEqual([])
}

/** Beside Jake's: what waits elsewhere is told by beacons at the edges, and the small picture shows where this is. */
async function intoRoom(kibitz: Pick<Kibitz, "page" | "overview">): Promise<void> {
  const { page } = kibitz
  await wholeMap(kibitz)
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Shift+Enter")
  await expect(page.locator("[data-testid^=beacon-]").first()).toBeVisible()
}

async function setText({ page, settings }: Kibitz, percent: 100 | 200): Promise<void> {
  if (percent === 100) await page.keyboard.press("Control+0")
  else {
    await settings.open("Appearance")
    await settings.root.getByRole("slider", { name: "Text size in percent" }).press("End")
    await page.keyboard.press("Escape")
    await expect(settings.root).toHaveCount(0)
  }
  await expect.poll(() => page.evaluate(() => document.documentElement.style.fontSize)).toBe(`${percent}%`)
}
