// A look at an agent (ux 2.2): the last thing it said is in view, the rest is scrolled to by wheel and key, and what stands over it stays where it is.
import type { Page } from "@playwright/test"
import { sayBefore } from "../../driver/said-before.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

const peekOn = (page: Page) => page.getByTestId("peek")
const logOn = (page: Page) => peekOn(page).getByRole("log")

/** How far the end of the conversation is below what is seen, and its beginning above it. */
const ends = (page: Page) =>
  logOn(page).evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
    above: scrollTop,
    below: Math.round(scrollHeight - clientHeight - scrollTop),
  }))

/** Where the head and the button stand, and whether all of the peek is inside its frame. */
const frame = (page: Page) =>
  peekOn(page).evaluate((dialog) => {
    const box = dialog.getBoundingClientRect()
    const inside = [...dialog.querySelectorAll("h2, [aria-label=Close], .peek-join, [role=log]")].map((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return top >= box.top && bottom <= box.bottom && left >= box.left && right <= box.right
    })
    const top = (selector: string) => dialog.querySelector(selector)?.getBoundingClientRect().top
    return { inside, scrolled: dialog.scrollTop, title: top("h2"), close: top("[aria-label=Close]"), join: top(".peek-join") }
  })

test("a peek shows what was said last; wheel, Page Up, Page Down, Home and End scroll it; its head and its button stay", async ({
  start,
  folders,
}) => {
  await (await start()).quit()
  sayBefore(
    folders,
    Array.from({ length: 24 }, (_, number) => `answer ${number}: ${"a sentence of some length. ".repeat(12)}`),
  )
  const { app, page, overview } = await start({ join: false, probe: true })

  for (const [width, height, percent] of [
    [1440, 900, 100],
    [1000, 700, 100],
    [1000, 700, 200],
  ] as const) {
    await test.step(`${width}×${height}, text at ${percent} %`, async () => {
      await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
        width,
        height,
      ] as [number, number])
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      for (let tries = 0; tries < 20; tries++) {
        const now = await page.evaluate(() => document.documentElement.style.fontSize)
        if ((now === "" ? 100 : Number.parseInt(now, 10)) >= percent) break
        await page.keyboard.press("ControlOrMeta+=")
        await expect.poll(() => page.evaluate(() => document.documentElement.style.fontSize)).not.toBe(now)
      }
      await overview.root.focus()
      await page.keyboard.press("Space")
      await expect(peekOn(page)).toBeVisible()

      // The end is in view, and the keys that scroll are its own.
      await expect(logOn(page)).toBeFocused()
      await expect(peekOn(page).getByText("answer 23:")).toBeInViewport()
      await expect.poll(async () => (await ends(page)).below).toBeLessThanOrEqual(1)
      expect(await logOn(page).evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(100)
      const before = await frame(page)
      expect(before).toMatchObject({ inside: [true, true, true, true], scrolled: 0 })

      await page.keyboard.press("PageUp")
      await expect.poll(async () => (await ends(page)).below).toBeGreaterThan(50)
      await page.keyboard.press("Home")
      await expect(peekOn(page).getByText("The conversation starts here.")).toBeInViewport()
      const box = await logOn(page).boundingBox()
      if (!box) throw new Error("no transcript")
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.wheel(0, 240)
      await expect.poll(async () => (await ends(page)).above).toBeGreaterThan(100)
      await page.keyboard.press("PageDown")
      await page.keyboard.press("End")
      await expect.poll(async () => (await ends(page)).below).toBeLessThanOrEqual(1)

      // Tab goes round all of it and moves nothing.
      for (let stop = 0; stop < 8; stop++) await page.keyboard.press("Tab")
      expect(await frame(page)).toEqual(before)

      // Enter does nothing to whoever only looks; the key that opened it closes it.
      await logOn(page).focus()
      await page.keyboard.press("Enter")
      await expect(peekOn(page)).toBeVisible()
      await page.keyboard.press("Space")
      await expect(peekOn(page)).toHaveCount(0)
      expect(await uxOf(page).presence()).toEqual({ joined: [], mounted: [] })
    })
  }
})

test("a name with a number stands in one line, in a peek and in a chat", async ({ start }) => {
  const { page, chat, overview } = await start()
  for (const name of ["Reuben", "Reuben 2"]) {
    await chat.send("/spawn Reuben hello")
    await overview.showTree()
    await expect(overview.row(name)).toBeVisible()
  }
  const lines = (within: string) =>
    page
      .locator(`${within} .row-speaker`, { hasText: "Reuben 2" })
      .last()
      .evaluate((speaker) => {
        const range = document.createRange()
        range.selectNodeContents(speaker)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      })
  await overview.leave()
  await overview.row("Reuben 2").focus()
  await page.keyboard.press("Space")
  await expect(peekOn(page).locator(".row-speaker", { hasText: "Reuben 2" }).last()).toBeVisible()
  expect(await lines(".peek")).toBe(1)
  await page.keyboard.press("Escape")
  await overview.join("Reuben 2")
  await expect(page.locator(".conversation .row-speaker", { hasText: "Reuben 2" }).last()).toBeVisible()
  expect(await lines(".conversation")).toBe(1)
})
