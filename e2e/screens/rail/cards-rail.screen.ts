// What waits, beside whatever one is doing (ux 1.1, 2.5): ordered by tier, counted, answered in place where that is allowed, and still under the hand.
import { stopClock } from "../../driver/clock.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

test("REQ-OPM-004 the rail groups what waits by how urgent it is, says who, how many wait for it, and what is only to be read", async ({
  start,
}) => {
  const { page, chat, overview } = await start({ pace: 0.2 })
  await chat.send("rehearse: team")
  await overview.leave()
  const blocked = overview.rail.getByRole("region", { name: "Blocked on you" })
  const question = blocked.locator("[data-kind=question]")
  await expect(question).toBeVisible({ timeout: 40_000 })
  await expect(blocked.locator("[data-kind=approval]")).toBeVisible({ timeout: 40_000 })
  await expect(question).toContainText("Ed")
  await expect(question.locator(".needs-fanout")).toHaveText(/^\d+⇣\d+ agents? waits?$/)
  await expect(page.getByTestId("rail-count")).toContainText("2")
  await expect(page.getByTestId("to-read")).toContainText(/\d+ to read/, { timeout: 40_000 })
  await expect(overview.rail.locator("[data-kind=result]")).toHaveCount(0)
})

test("ux 0.3: the amber number counts what must be answered; who is stuck is counted beside it, in no colour", async ({
  start,
}) => {
  const { page, overview } = await start({ seed: "12,3,4,3", join: false })
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(1, { timeout: 40_000 })
  await expect(overview.rail.locator("[data-kind=stuck]")).toHaveCount(1, { timeout: 40_000 })
  const [asked, other] = [page.getByTestId("rail-count"), page.getByTestId("rail-other")]
  await expect(asked).toContainText("1 item from 1 agent")
  await expect(other).toContainText("1 item to look at")
  const colour = (one: typeof asked) => one.evaluate((element) => getComputedStyle(element).color)
  expect(await colour(asked)).not.toBe(await colour(other))
  await page.setViewportSize({ width: 940, height: 700 })
  await expect(
    page.getByTestId("rail-strip").getByRole("button", { name: "Attention, 1 item from 1 agent, 1 item to look at" }),
  ).toBeVisible()
})

test("card law 3: a card that is scrolled away is not seen: it listens only once it has been back for a moment", async ({
  start,
}) => {
  const { page, overview } = await start({ seed: "40,3,0,24", join: false })
  await page.setViewportSize({ width: 1_200, height: 560 })
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(8, { timeout: 40_000 })
  await expect(overview.rail.locator("[data-kind=stuck]")).toHaveCount(8, { timeout: 40_000 })
  await overview.rail
    .getByRole("button", { name: /^Answer here: Question/ })
    .first()
    .click()
  const card = overview.rail.locator(".card")
  await expect(card).toHaveAttribute("data-listens", "true")
  const [first, second] = [card.getByRole("radio").first(), card.getByRole("radio").nth(1)]
  await first.check()
  await overview.rail.locator("[data-kind]").last().scrollIntoViewIfNeeded()
  await expect(card).not.toBeInViewport()
  await expect(card).toHaveAttribute("data-listens", "false")
  const clock = await stopClock(page)
  await card.getByRole("heading").scrollIntoViewIfNeeded()
  await expect(card).toBeInViewport()
  await second.click()
  await card.getByTestId("card-answer").click({ force: true })
  await expect(card).toHaveAttribute("data-listens", "false")
  await expect
    .poll(async () => {
      await clock.pass(600)
      return card.getAttribute("data-listens")
    })
    .toBe("true")
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(8)
  await expect(first).toBeChecked()
  await card.getByTestId("card-answer").click()
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(7)
})

test("the age of what waits is told once it has one", async ({ start }) => {
  const { page, chat, overview } = await start()
  const clock = await stopClock(page)
  await chat.send("/spawn Tal rehearse: gate question")
  const waited = overview.rail.locator("[data-kind=question] .needs-waited")
  await expect(waited).toHaveText("")
  // The host's clock, by which it was asked, is a moment ahead of the one that was stopped.
  await clock.pass(4.5 * 60_000)
  // Ages are redrawn every ten seconds, by a timer that may be older than the stopped clock.
  await expect(waited).toHaveText(/^4\s?m/, { timeout: 30_000 })
})

test("nothing moves under the pointer: what comes is told, and shown when the hand has gone", async ({ start }) => {
  const { page, chat, overview } = await start({ pace: 2 })
  await chat.send("/spawn Tal rehearse: gate question")
  const lines = overview.rail.locator("[data-entry]")
  await expect(lines).toHaveCount(1, { timeout: 30_000 })
  await chat.send("/spawn Noa rehearse: gate open question")
  await lines.first().hover()
  const before = await lines.first().boundingBox()
  await expect(overview.rail).toContainText("1 new when you leave the list", { timeout: 30_000 })
  await expect(lines).toHaveCount(1)
  expect(await lines.first().boundingBox()).toEqual(before)
  await expect(page.getByTestId("rail-count")).toContainText("2")
  await page.mouse.move(700, 300)
  await expect(lines).toHaveCount(2)
})

test("ux 1: under 960 px the rail is two signs with the count, which draw it over the stage and take it away again", async ({
  start,
}) => {
  const { page, chat, overview } = await start()
  await chat.send("/spawn Tal rehearse: gate question")
  await expect(page.getByTestId("rail-count")).toContainText("1")
  await page.setViewportSize({ width: 940, height: 700 })
  const strip = page.getByTestId("rail-strip")
  await expect(strip).toBeVisible()
  expect((await strip.boundingBox())?.width).toBe(48)
  await expect(page.getByTestId("rail")).toHaveCount(0)
  const stage = await page.locator("main.stage").boundingBox()
  await strip.getByRole("button", { name: "Attention, 1 item from 1 agent" }).click()
  await expect(overview.rail.locator("[data-kind=question]")).toBeVisible()
  expect(await page.locator("main.stage").boundingBox()).toEqual(stage)
  await page.keyboard.press("Escape")
  await expect(overview.rail).toHaveCount(0)
  await strip.getByRole("button", { name: "Attention, 1 item from 1 agent" }).click()
  await overview.rail.locator("[data-kind=question]").click()
  await expect(page.getByRole("region", { name: "Chat with Tal" })).toBeVisible()
  await expect(overview.rail).toHaveCount(0)
})

test("ux 2.9: a knock opens nothing; it is answered by joining, by not now, or by never, which settings can take back", async ({
  start,
}) => {
  const { page, chat, overview, settings } = await start({ probe: true })
  await chat.send("/spawn Tal rehearse: gate knock")
  await overview.leave()
  const knock = overview.rail.locator("[data-kind=knock]")
  await expect(knock).toBeVisible()
  await expect(page.getByTestId(/^tab-agent/)).toHaveCount(0)
  expect(await uxOf(page).presence()).toEqual({ joined: [], mounted: [] })
  await overview.rail.getByRole("button", { name: /^Answer here: Knock/ }).click()
  const card = overview.rail.locator(".card")
  await expect(card).toHaveAttribute("data-listens", "true")
  await card.getByRole("button", { name: "Never from Tal" }).click()
  await expect(knock).toHaveCount(0)
  expect((await uxOf(page).presence()).joined).toEqual([])
  await settings.open()
  await settings.page("Attention")
  await expect(settings.root).toContainText("Tal")
})
