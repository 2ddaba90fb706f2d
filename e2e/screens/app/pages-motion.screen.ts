// U29: with reduced motion nothing travels, turns or grows for longer than 120 ms; asked for by the system or by the user, at once.
import type { Page } from "@playwright/test"
import { expect, test } from "../../stage/test.ts"

/** From now on, the name of every animation that moves something for longer than 120 ms. */
async function watchMotion(page: Page): Promise<{ seen(): Promise<readonly string[]>; forget(): Promise<void> }> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    const properties = ["transform", "rotate", "scale", "translate", "offsetDistance"]
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { effect, playState } = animation
        if (!(effect instanceof KeyframeEffect) || playState !== "running") continue
        const { duration, iterations = 1 } = effect.getTiming()
        const moves = effect.getKeyframes().some((frame) => properties.some((property) => property in frame))
        if (moves && Number(duration) * iterations > 120) seen.add(`${effect.target?.getAttribute("class")}: ${duration} ms`)
      }
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { __moved: seen })
  })
  const moved = () => page.evaluate(() => [...(window as unknown as { __moved: Set<string> }).__moved])
  return {
    seen: moved,
    forget: () => page.evaluate(() => (window as unknown as { __moved: Set<string> }).__moved.clear()),
  }
}

test("U29 reduced motion: nothing moves for longer than 120 ms; the user's word goes before the system's, without a restart", async ({
  start,
}) => {
  test.setTimeout(120_000)
  const { page, chat, overview, settings } = await start({ pace: 1 })
  await page.emulateMedia({ reducedMotion: "no-preference" })
  const motion = await watchMotion(page)
  await chat.send("rehearse: stream 4000 at 20")
  await chat.streaming()

  await test.step("in full motion the arc of a working agent turns: the measure can see it", async () => {
    await expect.poll(motion.seen).toContainEqual(expect.stringContaining("2400 ms"))
  })

  const choose = async (name: string) => {
    await settings.open("Appearance")
    const choice = settings.root.getByRole("group", { name: "Motion" }).getByRole("radio", { name })
    await choice.click()
    await expect(choice).toBeChecked()
    await page.keyboard.press("Escape")
    await expect(settings.root).toHaveCount(0)
  }
  const goAbout = async () => {
    await overview.leave()
    await overview.showTree()
    await overview.join("Jake")
    await page.keyboard.press("Control+k")
    await expect(page.getByTestId("palette")).toBeVisible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+=")
    await page.keyboard.press("Control+0")
    await settings.open("General")
    await page.keyboard.press("Escape")
  }

  await test.step("the user asks for less: at once, while it works", async () => {
    await choose("Reduced")
    await motion.forget()
    await goAbout()
    expect(await motion.seen()).toEqual([])
  })

  await test.step("as the system asks", async () => {
    await choose("System")
    await page.emulateMedia({ reducedMotion: "reduce" })
    await motion.forget()
    await goAbout()
    expect(await motion.seen()).toEqual([])
  })

  await test.step("the user wants all of it although the system asks for less", async () => {
    await choose("Full")
    await expect.poll(motion.seen).toContainEqual(expect.stringContaining("2400 ms"))
  })
})
