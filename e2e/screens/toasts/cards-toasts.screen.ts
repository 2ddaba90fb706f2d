// When something that waits is told inside the app (ux 2.7), on the real app with the page's clock in the test's hand.
import type { Locator } from "@playwright/test"
import { attentionOn } from "../../driver/attention.ts"
import { stopClock } from "../../driver/clock.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

async function boxOf(locator: Locator) {
  return (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** A child asks while the user writes to Jake. */
async function askedWhileTyping({ page, chat, overview }: Kibitz): Promise<void> {
  await chat.send("/spawn Tal rehearse: gate question")
  await chat.composer.fill("a thought")
  await page.keyboard.type(" that goes on")
  await expect(overview.rail.locator("[data-kind=question]")).toBeVisible()
}

test("U23: whoever types is not told before a pause of four seconds; then for six, once, without the focus", async ({
  start,
}) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  const toast = page.getByTestId("toast")
  const clock = await stopClock(page)
  await askedWhileTyping(kibitz)
  await expect(toast).toHaveCount(0)
  await clock.pass(3_999)
  await expect(toast).toHaveCount(0)
  await clock.pass(1)
  await expect(toast).toContainText("Question · Tal")
  await expect(chat.composer).toBeFocused()
  await expect(chat.composer).toHaveValue("a thought that goes on")
  await clock.pass(5_999)
  await expect(toast).toBeVisible()
  await clock.pass(1)
  await expect(toast).toHaveCount(0)
})

test("U23: whoever never stops typing is told after a minute, not later", async ({ start }) => {
  const kibitz = await start()
  const { page } = kibitz
  const toast = page.getByTestId("toast")
  const clock = await stopClock(page)
  await askedWhileTyping(kibitz)
  for (let second = 1; second < 60; second += 1) {
    await clock.pass(1_000)
    await page.keyboard.type(".")
    expect(await toast.count()).toBe(0)
  }
  await clock.pass(1_000)
  await expect(toast).toContainText("Question · Tal")
})

test("U23: sending, and going elsewhere, is a good moment", async ({ start }) => {
  const kibitz = await start()
  const { page, overview } = kibitz
  const toast = page.getByTestId("toast")
  await stopClock(page)
  await askedWhileTyping(kibitz)
  await expect(toast).toHaveCount(0)
  await overview.leave()
  await expect(toast).toContainText("Question · Tal")
})

test("U23: what stops the line is told at once, also to one who types; it hides nothing, and what they write in stays where it is", async ({
  start,
}) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  await stopClock(page)
  await chat.send("/spawn Eve rehearse: key refused")
  await chat.composer.fill("a thought")
  const before = await chat.composer.boundingBox()
  await page.keyboard.type(" that goes on")
  // The clock stands still: not one of its milliseconds passes before it is told.
  const banner = page.getByTestId("stop-banner")
  await expect(banner).toContainText("The provider refused the key.")
  await expect(page.getByTestId("toast")).toHaveCount(0)
  expect((await banner.boundingBox())?.height).toBe(28)
  expect(await chat.composer.boundingBox()).toEqual(before)
  // Whose chat it is, and what can be done with it, begins below.
  const [lower, head] = [await banner.boundingBox(), await chat.root.boundingBox()]
  expect((lower?.y ?? 0) + (lower?.height ?? 0)).toBeLessThanOrEqual(head?.y ?? 0)
  await expect(chat.composer).toBeFocused()
  await expect(page.getByTestId("ribbon")).toBeInViewport({ ratio: 1 })
})

test("ux 2.7: heads-down mutes what blocks, lets through what stops the line, and keeps the counts", async ({ start }) => {
  const kibitz = await start()
  const { page, chat, overview } = kibitz
  const clock = await stopClock(page)
  await page.getByTestId("quiet").click()
  await page.getByTestId("quiet-choices").getByRole("button", { name: "25 minutes" }).click()
  await expect(page.getByTestId("quiet")).toHaveAccessibleName(/Heads-down, 2[45]/)
  await chat.send("/spawn Tal rehearse: gate question")
  await expect(overview.rail.locator("[data-kind=question]")).toBeVisible()
  await clock.pass(61_000)
  await expect(page.getByTestId("toast")).toHaveCount(0)
  await expect(page.getByTestId("rail-count")).toContainText("1")
  await chat.send("/spawn Eve rehearse: key refused")
  await expect(page.getByTestId("stop-banner")).toBeVisible()
})

test("ux 2.7: a toast lies over neither what one writes in, decides about or stops an agent with, and leads there by the pointer", async ({
  start,
}) => {
  const kibitz = await start()
  const { page, chat, overview } = kibitz
  const clock = await stopClock(page)
  await chat.send("rehearse: gate question")
  const attention = attentionOn(page)
  await expect(attention.heading).toContainText("Question · Jake")
  await chat.send("/spawn Tal rehearse: gate open question")
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(2)
  await clock.pass(4_000)
  const toast = page.getByTestId("toast")
  await expect(toast).toBeVisible()
  // In the corner of the window, over the inspector; without one, above what one writes in.
  await expect.poll(async () => (await boxOf(toast)).x).toBeGreaterThan((await boxOf(overview.inspector)).x)
  const corner = await boxOf(overview.inspector)
  const lies = await boxOf(toast)
  expect(corner.y + corner.height - (lies.y + lies.height)).toBe(12)
  expect(corner.x + corner.width - (lies.x + lies.width)).toBe(12)
  await page.keyboard.press("ControlOrMeta+Shift+b")
  await expect(overview.inspector).toHaveCount(0)
  await clock.pass(250)
  for (const other of [chat.workingLine, attention.strip, chat.composer]) {
    const above = await boxOf(toast)
    expect(above.y + above.height).toBeLessThanOrEqual((await boxOf(other)).y)
  }
  await toast.getByText("Go there").click()
  await expect(page.getByRole("textbox", { name: "Message Tal" })).toBeVisible()
})
