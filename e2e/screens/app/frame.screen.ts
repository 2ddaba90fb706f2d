// The frame around the stage (ux 1): bars that stay one line in every window, and one sign for an agent wherever it is shown.
import { attentionOn } from "../../driver/attention.ts"
import { stopClock } from "../../driver/clock.ts"
import { faultsOf } from "../../driver/geometry.ts"
import { mapOn } from "../../driver/map.ts"
import { uxOf } from "../../driver/ux.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"
import { resize } from "../../views/scenes.ts"

const sizes = [
  { width: 900, height: 600, text: 100 },
  { width: 900, height: 600, text: 200 },
  { width: 1000, height: 700, text: 100 },
  { width: 1000, height: 700, text: 150 },
  { width: 1280, height: 800, text: 100 },
  { width: 1440, height: 900, text: 200 },
] as const

/** As a user does it: in steps of ten from 100, each seen before the next. */
async function atSize(kibitz: Kibitz, { width, height, text }: (typeof sizes)[number]): Promise<void> {
  const { page } = kibitz
  await resize(kibitz, width, height)
  const shows = (percent: number) =>
    expect.poll(() => page.evaluate(() => document.documentElement.style.fontSize)).toBe(`${percent}%`)
  await page.keyboard.press("Control+0")
  await shows(100)
  for (let percent = 110; percent <= text; percent += 10) {
    await page.keyboard.press("Control+=")
    await shows(percent)
  }
}

test("ux 1: the status bar is one line in every window from 900 px on, at any text size: words go before buttons do", async ({
  start,
}) => {
  test.setTimeout(180_000)
  const kibitz = await start()
  const { page, chat } = kibitz
  const bar = page.getByTestId("status-bar")
  await chat.send("/execute")
  await expect(bar.getByRole("button", { name: "Phase: execution" })).toBeVisible()
  await chat.send("rehearse: stall")
  await chat.streaming(10)
  const look = async (what: string) => {
    for (const size of sizes) {
      await atSize(kibitz, size)
      const where = `${what} ${JSON.stringify(size)}`
      const height = async () => (await bar.boundingBox())?.height ?? 0
      await expect.poll(height, { message: where }).toBeLessThan((1.75 * 16 * size.text) / 100)
      for (const name of ["Heads-down", "Settings", "Help"]) await expect(bar.getByRole("button", { name })).toBeInViewport()
      const faults = (await faultsOf(page)).filter((fault) =>
        /status|counter|spent|quiet|hold|sandbox|badge|phase|segment/.test(fault),
      )
      expect(faults, where).toEqual([])
    }
  }
  await look("at work")
  await expect(bar.getByRole("button", { name: "Hold all" })).toBeInViewport()
  await page.keyboard.press("Shift+F9")
  await expect(bar.getByTestId("go-on-all")).toBeVisible()
  await look("held")
})

test("ux 2.6: what the status bar has to say is read in full in a narrow window too, while the counts stay, and then it is gone", async ({
  start,
}) => {
  const kibitz = await start({ join: false })
  const { page, overview } = kibitz
  await expect(page.getByTestId("welcome")).toBeVisible()
  await page.keyboard.press("Escape")
  await resize(kibitz, 900, 600)
  await overview.root.focus()
  const needs = page.getByTestId("count-needs-you")
  await expect(needs).toBeVisible()
  const clock = await stopClock(page)
  await clock.resume()
  for (const _again of [1, 2]) {
    await page.keyboard.press("Control+j")
    const remark = page.getByTestId("status-bar").getByText("Nobody needs you. Nobody works.")
    await expect(remark).toBeInViewport({ ratio: 1 })
    expect(await remark.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await expect(needs).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await clock.pass(20_000)
    await expect(remark).toBeHidden()
  }
})

test("what was just done is said in the bar: over no desk, moving nothing, and the next key, turn of the wheel or press takes it away", async ({
  start,
}) => {
  const kibitz = await start({ join: false, probe: true, seed: "26,3,0" })
  const { page } = kibitz
  const map = mapOn(page)
  // It is looked for at a start, and where there is none that is said in words.
  await expect(page.getByTestId("sandbox")).not.toHaveAttribute("data-state", "unknown")
  const remark = page.locator(".status-rest").getByText("The whole map is in view.")
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("[data-testid=map], [data-region=status] button")].map((one) =>
        JSON.stringify([one.className, one.getBoundingClientRect()]),
      ),
    )
  const next = {
    key: () => page.keyboard.press("ArrowRight"),
    wheel: () => page.mouse.wheel(0, 24),
    press: () => page.mouse.down().then(() => page.mouse.up()),
  }
  for (const [width, height] of [
    [1440, 900],
    [1000, 700],
    [900, 600],
  ] as const) {
    await resize(kibitz, width, height)
    for (const act of Object.values(next)) {
      await map.press("0")
      await map.rest()
      const before = await places()
      await map.press("0")
      await expect(remark).toBeInViewport({ ratio: 1 })
      expect(await places()).toEqual(before)
      const [said, ground] = [await remark.boundingBox(), await map.root.boundingBox()]
      expect(said?.y).toBeGreaterThanOrEqual((ground?.y ?? 0) + (ground?.height ?? 0))
      // Keys that are only held for others are no action yet.
      await page.keyboard.press("Shift")
      await expect(remark).toBeVisible()
      await page.mouse.move((ground?.x ?? 0) + 20, (ground?.y ?? 0) + 60)
      await act()
      // Sooner than it would go by itself.
      await expect(remark).toBeHidden({ timeout: 3_000 })
    }
  }
})

test("ux 6: with Jake alone the sentence on the map lies beside his desk, in every window and at any text size", async ({
  start,
}) => {
  test.setTimeout(120_000)
  const kibitz = await start({ join: false, probe: true })
  const { page } = kibitz
  await expect(page.getByTestId("welcome")).toBeVisible()
  await page.keyboard.press("Escape")
  const sentence = page.getByText("Only Jake is here.")
  const map = mapOn(page)
  for (const size of sizes) {
    await atSize(kibitz, size)
    await map.press("0")
    await map.rest()
    await expect(sentence).toBeInViewport({ ratio: 1 })
    const [words, ground, desk] = [await sentence.boundingBox(), await map.root.boundingBox(), await uxOf(page).rect("jake")]
    const top = (ground?.y ?? 0) + (desk?.y ?? 0)
    expect((words?.y ?? 0) + (words?.height ?? 0), JSON.stringify(size)).toBeLessThanOrEqual(top)
    expect((words?.y ?? 0) - (ground?.y ?? 0), JSON.stringify(size)).toBeGreaterThanOrEqual(0)
  }
})

test("ux 7.10: the map's ring of focus is inside it, on all four sides", async ({ start }) => {
  const { page, overview } = await start()
  await overview.leave()
  await page.keyboard.press("ArrowRight")
  await expect(overview.root).toBeFocused()
  const ring = await overview.root.evaluate((map) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(map)
    return { outlineStyle, reach: Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) }
  })
  expect(ring).toEqual({ outlineStyle: "solid", reach: 0 })
})

test("ux 2.4, 5.2: who asks the user something has that sign in the tab, the tree, the inspector and its parent's team", async ({
  start,
}) => {
  const { page, chat, overview } = await start()
  await chat.send("rehearse: gate team")
  await overview.join("Ed")
  await attentionOn(page).ready("Question · Ed")
  const { inspector } = overview
  await expect(inspector).toContainText("needs you")
  await expect(inspector.locator(".glyph-question")).toBeVisible()
  await expect(inspector).toContainText("Question")
  await expect(page.getByRole("tab", { name: /Ed/ }).locator(".glyph-question")).toBeVisible()
  await overview.showTree()
  await expect(overview.row("Ed").locator(".glyph-question")).toBeVisible()
  await overview.join("Jake")
  await inspector.getByRole("tab", { name: "Team" }).click()
  const member = inspector.locator(".inspector-member").filter({ hasText: "Ed" })
  await expect(member.locator(".glyph-question")).toBeVisible()
})

test("ux 0: at a start nothing jumps: ribbon, inspector and a pinned task list come where their places were kept", async ({
  start,
}) => {
  /** What is there before the host answers, and what is there after. */
  const opening = async (seed?: string) => {
    const kibitz = await start({ join: false, late: true, ...(seed === undefined ? {} : { seed }) })
    const { root } = kibitz.overview
    await expect(root).toBeFocused()
    const drawn = await root.boundingBox()
    await expect(kibitz.chat.ribbon).toHaveCount(0)
    kibitz.letHostAnswer()
    await expect(kibitz.chat.ribbon).toBeVisible()
    return { ...kibitz, drawn, now: () => root.boundingBox() }
  }

  const first = await opening("6,2,3")
  await expect(first.overview.inspector).toBeVisible()
  expect(await first.now()).toEqual(first.drawn)
  await first.page.keyboard.press("Control+Shift+K")
  await first.page.getByTestId("tasks-overlay").getByRole("button", { name: "Pin to the right" }).click()
  await expect(first.page.getByTestId("tasks-docked")).toBeVisible()
  await first.quit()

  const second = await opening()
  await expect(second.page.getByTestId("tasks-docked").locator(".task-line").first()).toBeVisible()
  expect(await second.now()).toEqual(second.drawn)
  await second.quit()
})
