// How one gets there (ux 2.2, 5.6): a chat takes keys from the press on, a second command goes on from where the first was, and without motion nothing
// travels (U29).
import type { Page } from "@playwright/test"
import { mapOn, seeded } from "../../driver/map.ts"
import { tabsOn } from "../../driver/tabs.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

type Looked = { readonly flight: boolean; readonly focus: string; readonly isAlone: boolean; readonly width: number | null }

/** Looks at the page in every frame from the press on, for a while: whether a flight lies over it, who has the focus, how large Jake's desk is. */
async function watched(page: Page, chord: string): Promise<readonly Looked[]> {
  await page.evaluate(() => {
    const looked = new Promise<readonly Looked[]>((resolve) => {
      const frames: Looked[] = []
      const begin = () => {
        const from = performance.now()
        const look = () => {
          const focus = document.activeElement?.getAttribute("data-testid") ?? ""
          const { __ux } = window as unknown as { __ux: { rect(id: string): { width: number } | null } }
          frames.push({
            flight: document.querySelector(".map-flight") !== null,
            focus,
            isAlone: document.querySelector(".map-empty") !== null,
            width: __ux.rect("jake")?.width ?? null,
          })
          if (performance.now() - from > 900) resolve(frames)
          else requestAnimationFrame(look)
        }
        look()
      }
      addEventListener("keydown", begin, { capture: true, once: true })
    })
    Object.assign(window, { looked })
  })
  await page.keyboard.press(chord)
  return page.evaluate(() => (window as unknown as { looked: Promise<readonly Looked[]> }).looked)
}

test("into a chat: the composer has the keys while the map still flies; out of it: the map flies from that desk to its room", async ({
  start,
}) => {
  const { page } = await start({ seed: "40,4,0", join: false, probe: true })
  const [map, ux] = [mapOn(page), uxOf(page)]
  await map.rest()
  await map.root.focus()
  const frames = await watched(page, "Enter")
  expect(frames.some(({ flight, focus }) => flight && focus === "composer")).toBe(true)
  expect(frames.at(-1)).toMatchObject({ flight: false, focus: "composer" })
  const out = await watched(page, "Escape")
  const widths = new Set(out.flatMap(({ width }) => (width === null ? [] : [Math.round(width)])))
  expect(widths.size).toBeGreaterThan(2)
  expect(out.some(({ isAlone }) => isAlone)).toBe(false)
  await expect(map.crumbs.locator("[aria-current]")).toHaveText("Jake")
  await test.step("a second command retargets: fit, and at once the room of another, without a jump", async () => {
    await map.click(seeded(5))
    await map.rest()
    const scales = page.evaluate(
      () =>
        new Promise<readonly number[]>((resolve) => {
          const { __ux } = window as unknown as { __ux: { rect(id: string): { width: number }; isResting(): boolean } }
          const widths: number[] = []
          const look = () => {
            widths.push(__ux.rect("jake").width)
            if (widths.length > 10 && __ux.isResting()) resolve(widths)
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    await map.press("0", "Shift+Enter")
    const widths = await scales
    // No frame is more than twice as close or as far as the one before it.
    for (const [at, width] of widths.entries()) {
      const before = widths[at - 1] ?? width
      expect(Math.abs(Math.log2(width / before))).toBeLessThan(1)
    }
    await map.rest()
    await expect(map.crumbs.locator("[aria-current]")).not.toHaveText("Jake")
    expect(await ux.presence()).toEqual({ joined: [], mounted: [] })
  })
})

test("ux 2.2: a flight into a chat that goes on to another does not bring the faded map back", async ({ start }) => {
  const { page, overview } = await start({ seed: "40,4,0", join: false, probe: true })
  const map = mapOn(page)
  await overview.showTree()
  const [, first = "", second = ""] = await page.getByRole("treeitem").locator(".tree-name").allTextContents()
  await overview.join(first)
  await overview.join(second)
  await overview.leave()
  await map.rest()
  await expect(page.locator(".map-flight")).toHaveCount(0)
  await map.root.focus()
  const time = await heldTime(page)
  const flight = page.locator(".map-flight")
  const seen = () => flight.evaluate(({ style }) => Number(style.opacity))
  await page.keyboard.press("Enter")
  await expect.poll(seen).toBe(1)
  await time.pass(100)
  await expect.poll(seen).toBeLessThan(0.8)
  const faded = await seen()
  await tabsOn(page).of(first).click()
  await expect(page.getByRole("textbox", { name: `Message ${first}` })).toBeFocused()
  expect(await seen()).toBeCloseTo(faded, 5)
  await time.pass(1_000)
  await expect(flight).toHaveCount(0)
  await test.step("and the next one, from a chat one has arrived in, is seen from its beginning", async () => {
    await tabsOn(page).of(second).click()
    await expect.poll(seen).toBe(1)
    await time.pass(1_000)
    await expect(flight).toHaveCount(0)
  })
})

/** Holds the clock that flights go by, so that one can be looked at for as long as it takes. */
async function heldTime(page: Page): Promise<{ pass(ms: number): Promise<void> }> {
  await page.evaluate(() => {
    const at = performance.now()
    Object.assign(window, { passed: 0 })
    performance.now = () => at + (window as unknown as { passed: number }).passed
  })
  return {
    pass: (ms) =>
      page.evaluate((more) => {
        ;(window as unknown as { passed: number }).passed += more
      }, ms),
  }
}

test("U29: with less motion nothing travels: no flight, no transform that lasts longer than 120 ms, and one gets there all the same", async ({
  start,
}) => {
  const { page } = await start({ seed: "40,4,0", join: false, probe: true })
  const [map, ux] = [mapOn(page), uxOf(page)]
  await page.emulateMedia({ reducedMotion: "reduce" })
  await map.rest()
  await map.root.focus()
  const long = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => Number(one.effect?.getTiming().duration) > 120 && one.playState === "running")
          .filter(
            (one) => one.effect instanceof KeyframeEffect && one.effect.getKeyframes().some((frame) => "transform" in frame),
          ).length,
    )
  for (const chord of ["Shift+Enter", "0", "+", "Enter"]) {
    const frames = await watched(page, chord)
    expect(frames.some(({ flight }) => flight)).toBe(false)
    expect(await long()).toBe(0)
  }
  await expect.poll(ux.presence).toEqual({ joined: ["jake"], mounted: ["jake"] })
  await page.keyboard.press("Escape")
  await map.rest()
  await expect(page.locator(".map-old")).toHaveCount(0)
})

test("ux 2.2: a room that grew while one was elsewhere is framed as it is now", async ({ start }) => {
  const { page, overview } = await start({ probe: true })
  const [map, ux] = [mapOn(page), uxOf(page)]
  /** As large as it is when the whole map is asked for. */
  const isFitted = async () => {
    await map.rest()
    const found = await ux.rect("jake")
    await map.press("0")
    await map.rest()
    expect(found?.width).toBeCloseTo((await ux.rect("jake"))?.width ?? 0, 0)
  }
  await overview.leave()
  await isFitted()
  for (const name of ["Mira", "Tal", "Noa"]) {
    await overview.join("Jake")
    await overview.spawn(name)
  }
  await overview.join("Jake")
  await expect.poll(() => ux.idOf("Noa")).not.toBe(null)
  // By way of another view: the map comes back to where it was, not out of a desk.
  await page.getByTestId("status-bar").getByTestId("spent").click()
  await expect(page.getByTestId("cost")).toBeVisible()
  await overview.leave()
  await isFitted()
})
