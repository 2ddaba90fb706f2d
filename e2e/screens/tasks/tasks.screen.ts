// The tasks overlay (ux 1.12): everything in the background in one list, with keys that act on a line; pinned it stays at the right.
import { stopClock } from "../../driver/clock.ts"
import { eventsIn } from "../../driver/journal.ts"
import { expect, test } from "../../stage/test.ts"

test("ux 1.12: the key opens it; its own keys pause, let go on and stop whom a line is about; nobody is joined", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "6,2,3", join: false })
  const { page } = kibitz
  const overlay = page.getByTestId("tasks-overlay")
  await expect(page.getByTestId("active")).toContainText("3", { timeout: 20_000 })
  await page.keyboard.press("Control+Shift+K")
  const running = overlay.locator("[data-group=running] .task-line")
  await expect(running).toHaveCount(3)
  await expect(running.first()).toBeFocused()
  const name = (await running.first().locator(".task-name").textContent()) ?? ""
  const paused = overlay.locator("[data-group=paused] .task-line")
  await page.keyboard.press("p")
  await expect(paused).toHaveCount(1)
  await expect(paused.locator(".task-name")).toHaveText(name)
  await expect(paused).toBeFocused()
  await expect(overlay.getByRole("status")).toHaveText(`${name} is paused.`)
  await page.keyboard.press("p")
  await expect(overlay.getByRole("status")).toHaveText(`${name} has nothing to pause.`)
  // While its turn is still coming to an end there is nothing to go on from.
  await expect(async () => {
    await page.keyboard.press("r")
    await expect(paused).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await page.keyboard.press("Escape")
  await expect(overlay).toHaveCount(0)
  await kibitz.quit()
  expect(eventsIn(folders, "presence.joined")).toEqual([])
})

test("ux 1.12: a list that is longer than its place fills it before anybody scrolls, as an overlay and docked", async ({
  start,
}) => {
  const { page } = await start({ seed: "60,3,44", join: false })
  await expect(page.getByTestId("active")).toContainText("44", { timeout: 20_000 })
  await page.keyboard.press("Control+Shift+K")
  const list = page.locator(".tasks-groups")
  const empty = () =>
    list.evaluate((place) => {
      const lowest = Math.max(...Array.from(place.querySelectorAll(".task-row"), (row) => row.getBoundingClientRect().bottom))
      return Math.max(0, place.getBoundingClientRect().bottom - lowest)
    })
  await expect.poll(empty).toBe(0)
  await page.getByRole("button", { name: "Pin to the right" }).click()
  await expect(page.getByTestId("tasks-docked")).toBeVisible()
  await expect.poll(empty).toBe(0)
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
})

test("ux 1.12: pinned, it stays at the right over a restart, and the key leads there", async ({ start }) => {
  let { page, quit } = await start({ seed: "6,2,3", join: false })
  await expect(page.getByTestId("map")).toBeFocused()
  await page.keyboard.press("Control+Shift+K")
  await page.getByTestId("tasks-overlay").getByRole("button", { name: "Pin to the right" }).click()
  await expect(page.getByTestId("tasks-overlay")).toHaveCount(0)
  await expect(page.getByTestId("tasks-docked")).toBeVisible()
  await quit()
  ;({ page, quit } = await start({ join: false }))
  const docked = page.getByTestId("tasks-docked")
  await expect(docked).toBeVisible()
  await expect(page.getByTestId("map")).toBeFocused()
  await page.keyboard.press("Control+Shift+K")
  await expect(docked.locator(":focus")).toHaveCount(1)
  await docked.getByRole("button", { name: "Close" }).click()
  await expect(docked).toHaveCount(0)
})

test("one clock: how long ago something was is the same in the task list and in the inspector, at every moment", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.send("rehearse: stall")
  await chat.streaming(10)
  await page.getByTestId("pause").click()
  await expect(chat.workingLine).toContainText("paused by you")
  const clock = await stopClock(page)
  await page.keyboard.press("Control+Shift+K")
  const facts = "[data-testid=tasks-overlay] [data-group=paused] .task-facts"
  await expect(page.locator(facts)).toBeVisible()
  const proof = page.getByTestId("inspector-evidence")
  for (const ms of [3_300, 14_400, 11_700, 71_000]) {
    const before = (await proof.textContent()) ?? ""
    await clock.pass(ms)
    await expect(proof).not.toHaveText(before)
    // Both in one look: a moment later a slower one would have come to the same.
    const told = await proof.evaluate(
      (one, other) => [one, document.querySelector(other)].map((each) => each?.textContent),
      facts,
    )
    expect(told[0]).toMatch(/ \d+ (s|min) ago$/)
    expect(told[1]?.split(" · ").at(-1)).toBe(told[0])
  }
})

test("three hundred of two thousand in the list: only those in view are on the page, End is one key away, and the focus stays where it was put", async ({
  start,
}) => {
  const { page } = await start({ seed: "2000,4,300", join: false })
  await expect(page.getByTestId("active")).toContainText("300", { timeout: 30_000 })
  await page.keyboard.press("Shift+F9")
  await expect(page.getByTestId("go-on-all")).toContainText("Go on (300 held)")
  await page.keyboard.press("Control+Shift+K")
  const list = page.getByTestId("tasks-overlay")
  const lines = list.locator("[data-group=paused] .task-line")
  await expect(lines.first()).toBeFocused()
  await expect(list.locator("[data-head=paused]")).toHaveText("Paused 300")
  await expect.poll(() => lines.count()).toBeLessThan(80)
  const first = (await lines.first().getAttribute("data-task")) ?? ""
  await page.keyboard.press("End")
  const here = list.locator("[data-task]:focus")
  await expect(here).not.toHaveAttribute("data-task", first)
  const last = (await here.getAttribute("data-task")) ?? ""
  await expect(here).toBeInViewport()
  await page.keyboard.press("ArrowDown")
  await expect(here).toHaveAttribute("data-task", last)
  await page.keyboard.press("ArrowUp")
  await expect(here).not.toHaveAttribute("data-task", last)
  const before = (await here.getAttribute("data-task")) ?? ""
  // Scrolled far away, the line with the focus stays on the page.
  await list.locator(".tasks-groups").evaluate((scroller) => scroller.scrollTo({ top: 0 }))
  await expect(list.locator(`[data-task="${first}"]`)).toBeInViewport()
  await expect(here).toHaveAttribute("data-task", before)
  await page.keyboard.press("Home")
  await expect(here).toHaveAttribute("data-task", first)
  await expect.poll(() => lines.count()).toBeLessThan(80)
})

test("ux 1.12: the key pressed before anything is known leads into the pinned list as soon as it is", async ({ start }) => {
  const first = await start({ seed: "6,2,3", join: false })
  await expect(first.overview.root).toBeFocused()
  await first.page.keyboard.press("Control+Shift+K")
  await first.page.getByTestId("tasks-overlay").getByRole("button", { name: "Pin to the right" }).click()
  await expect(first.page.getByTestId("tasks-docked")).toBeVisible()
  await first.quit()

  const { letHostAnswer, page, overview } = await start({ join: false, late: true })
  await expect(overview.root).toBeFocused()
  await page.keyboard.press("Control+Shift+K")
  letHostAnswer()
  await expect(page.getByTestId("tasks-docked").locator(":focus")).toHaveCount(1)
})
