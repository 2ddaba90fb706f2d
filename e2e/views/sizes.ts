// Owns: a screen in windows and with text of several sizes.
import { expect } from "../driver/expect.ts"
import { resize, type Shown } from "./scenes.ts"
import { wholeMap } from "./views.ts"

export type Size = readonly [width: number, height: number]
const allSizes: readonly Size[] = [
  [900, 600],
  [1440, 900],
  [2560, 1440],
]

/** `look` is called in each, with its name. */
export async function inEverySize(
  shown: Shown,
  look: (where: string) => Promise<void>,
  show = wholeMap,
  sizes: readonly Size[] = allSizes,
): Promise<void> {
  const { page } = shown
  for (const text of [100, 200] as const) {
    await setText(shown, text)
    for (const [width, height] of sizes) {
      await resize(shown, width, height)
      if (await page.getByTestId("map").isVisible()) await show(shown)
      await page.mouse.move(width / 2, 2)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await look(`${width}x${height}-${text}`)
    }
  }
  await setText(shown, 100)
}

/** Beside Jake's: what waits elsewhere is told by beacons at the edges, and the small picture shows where this is. */
export async function intoRoom(shown: Pick<Shown, "page" | "overview">): Promise<void> {
  const { page } = shown
  await wholeMap(shown)
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Shift+Enter")
  await expect(page.locator("[data-testid^=beacon-]").first()).toBeVisible()
}

async function setText({ page, settings }: Shown, percent: 100 | 200): Promise<void> {
  if (percent === 100) await page.keyboard.press("Control+0")
  else {
    await settings.open("Appearance")
    await settings.root.getByRole("slider", { name: "Text size in percent" }).press("End")
    await page.keyboard.press("Escape")
    await expect(settings.root).toHaveCount(0)
  }
  await expect.poll(() => page.evaluate(() => document.documentElement.style.fontSize)).toBe(`${percent}%`)
}
