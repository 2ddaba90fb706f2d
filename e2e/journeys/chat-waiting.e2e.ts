// What one is told while nothing comes (ux 6): after ten seconds, after thirty, and the ways out. What a reader for the blind hears (ux 7.4, 7.5).
import { badgeOn } from "../driver/badge.ts"
import { stopClock } from "../driver/clock.ts"
import { eventsIn } from "../driver/journal.ts"
import { expect, test } from "../driver/test.ts"

/** So slow that the first word never comes while anybody looks. */
const NEVER = 10_000

test("ux 6: the first word is waited for: after 10 s it says so, after 30 s it offers Retry and Switch to fast, which does both", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ pace: NEVER })
  const { page, chat } = kibitz
  const clock = await stopClock(page)
  await chat.send("rehearse: slow")
  const line = chat.workingLine
  await expect(line).toHaveAttribute("data-state", "asking")
  await clock.pass(8_000)
  await expect(line).not.toContainText("still waiting")
  await clock.pass(4_000)
  await expect(line).toContainText("still waiting for the model")
  await expect(line.getByRole("button", { name: "Retry" })).toHaveCount(0)
  await clock.pass(20_000)
  await expect(line.getByRole("button", { name: "Retry" })).toBeVisible()
  await line.getByRole("button", { name: "Switch to fast" }).click()
  await expect(badgeOn(page).segment("Model")).toHaveAccessibleName(/fast/)
  // The clock of what is waited for begins anew; nobody is offered what is already so.
  await expect(line).toHaveAttribute("data-state", "asking")
  await expect(line.getByRole("button", { name: "Retry" })).toHaveCount(0)
  await clock.pass(32_000)
  await expect(line.getByRole("button", { name: "Retry" })).toBeVisible()
  await expect(line.getByRole("button", { name: "Switch to fast" })).toHaveCount(0)
  await kibitz.kill()
  const happened = eventsIn(folders, "posture.changed", "turn.interrupted").map(({ type }) => type)
  expect(happened).toEqual(["posture.changed", "turn.interrupted"])
})

test("ux 7.4: of a reply whole sentences are said, at most every two seconds, and at the end whose turn it is", async ({
  start,
}) => {
  const { page, chat } = await start({ pace: 0.3 })
  const clock = await stopClock(page)
  const region = page.getByRole("status", { name: "Jake says" })
  await region.evaluate((element) => {
    const said: { at: number; text: string }[] = []
    Object.assign(window, { __said: said })
    new MutationObserver(() => said.push({ at: Date.now(), text: element.textContent ?? "" })).observe(element, {
      childList: true,
    })
  })
  await chat.send("Tell me a long story")
  await expect
    .poll(async () => {
      await clock.pass(500)
      return region.textContent()
    })
    .toMatch(/Your turn\.$/)
  const said = await page.evaluate(() => (window as unknown as { __said: { at: number; text: string }[] }).__said)
  const sentences = said.slice(0, -1)
  expect(sentences.length).toBeGreaterThan(1)
  for (const { text } of sentences) expect(text.trim()).toMatch(/[.!?…:)"”]$/)
  const gaps = sentences.slice(1).map(({ at }, index) => at - (sentences[index]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000)
})

test("ux 7.5: what stops the line is said at once and cuts in; what else needs the user is said politely, with how many wait", async ({
  start,
}) => {
  const { page, chat } = await start()
  const clock = await stopClock(page)
  const polite = page.getByRole("status", { name: "Who needs you" })
  await chat.send("/spawn Eve rehearse: key refused")
  // An alert is assertive; the clock stands still, so nothing had to pass.
  await expect(page.getByRole("alert").filter({ has: page.getByTestId("stop-banner") })).toContainText("refused the key")
  await clock.pass(11_000)
  await expect(polite).toBeEmpty()
  await chat.send("/spawn Tal rehearse: gate question")
  await expect(page.getByTestId("attention-list").locator("[data-kind=question]")).toBeVisible()
  await clock.pass(11_000)
  await expect(polite).toHaveText(/^Tal needs you, \d+ waiting\.$/)
  await expect(polite).toHaveAttribute("aria-live", "polite")
})
