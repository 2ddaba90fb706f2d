// What one is told while nothing comes (ux 6): after ten seconds, after thirty, and the ways out. What a reader for the blind hears (ux 7.4, 7.5).
import { badgeOn } from "../../driver/badge.ts"
import type { Chat } from "../../driver/chat.ts"
import { type PageClock, stopClock } from "../../driver/clock.ts"
import { type Heard, listenTo } from "../../driver/heard.ts"
import { eventsIn } from "../../driver/journal.ts"
import type { Screen } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

/** So slow that the first word never comes while anybody looks. */
const NEVER = 10_000

/** Some of Jake's reply is there, and more is to come. */
async function written({ root }: Chat, clock: PageClock): Promise<void> {
  await expect
    .poll(
      async () => {
        await clock.pass(100)
        return (await root.locator(".reply[aria-busy=true]").allTextContents()).join("").length
      },
      { intervals: [50], timeout: 40_000 },
    )
    .toBeGreaterThan(100)
}

async function ended({ root }: Chat, clock: PageClock): Promise<void> {
  await expect
    .poll(
      async () => {
        await clock.pass(500)
        return root.getByTestId("working-line").getAttribute("data-state")
      },
      { intervals: [50], timeout: 40_000 },
    )
    .toBe("idle")
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

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
  await kibitz.quit()
  const happened = eventsIn(folders, "posture.changed", "turn.interrupted").map(({ type }) => type)
  expect(happened).toEqual(["posture.changed", "turn.interrupted"])
})

test("ux 7.4: of a reply whole sentences are said, at most every two seconds, and at the end whose turn it is", async ({
  start,
}) => {
  const { page, chat } = await start({ pace: 0.3 })
  const clock = await stopClock(page)
  const region = page.getByRole("status", { name: "Jake says" })
  const heard = await listenTo(region)
  await chat.send("Tell me a long story")
  await expect
    .poll(
      async () => {
        await clock.pass(500)
        return region.textContent()
      },
      { intervals: [50], timeout: 40_000 },
    )
    .toMatch(/Your turn\.$/)
  const said = await heard()
  const sentences = said.slice(0, -1)
  expect(sentences.length).toBeGreaterThan(1)
  for (const { text } of sentences) expect(text.trim()).toMatch(/[.!?…:)"”]$/)
  const gaps = sentences.slice(1).map(({ at }, index) => at - (sentences[index]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000)
})

/** A story from its first word to its last, with this choice for screen readers; nothing is heard of it while it is written. */
async function storyWith(choice: string, { page, chat, settings, hurry }: Screen) {
  const clock = await stopClock(page)
  const heard = await listenTo(page.getByRole("status", { name: "Jake says" }))
  await settings.open("Appearance")
  await settings.root.getByRole("group", { name: "Screen reader" }).getByText(choice, { exact: true }).click()
  await page.keyboard.press("Escape")
  await expect(settings.root).toHaveCount(0)
  await chat.send("Tell me a long story")
  await written(chat, clock)
  await clock.pass(2_500)
  expect(await heard()).toHaveLength(0)
  hurry()
  await ended(chat, clock)
  return heard()
}

test("ux 7.4: with announcements off, nothing of a reply is said from its first word to its last", async ({ start }) => {
  expect(await storyWith("Off", await start({ pace: 0.3 }))).toHaveLength(0)
})

test("ux 7.4: with announcements at the end, a reply is said whole once it is done, with whose turn it is, in one go", async ({
  start,
}) => {
  const kibitz = await start({ pace: 0.3 })
  const said = await storyWith("At the end", kibitz)
  expect(said).toHaveLength(1)
  const [{ text }] = said as [Heard]
  expect(text).toMatch(/Jake has replied\. Your turn\.$/)
  // Of the reply, not only what came after some sentence: its first words and its last.
  const words = wordsOf(await kibitz.chat.replies.last().innerText())
  expect(wordsOf(text).slice(0, 5)).toEqual(words.slice(0, 5))
  expect(wordsOf(text).join(" ")).toContain(words.slice(-5).join(" "))
})

test("ux 7.5: whoever comes to need the user within ten seconds of the last sentence is said after them, in one sentence", async ({
  start,
}) => {
  const { page, chat } = await start()
  const clock = await stopClock(page)
  const heard = await listenTo(page.getByRole("status", { name: "Who needs you" }))
  const waiting = page.getByTestId("rail-count")
  const asks = async (name: string, count: string) => {
    await chat.send(`/spawn ${name} rehearse: gate question`)
    await expect(waiting).toContainText(count, { timeout: 30_000 })
  }
  await asks("Tal", "1")
  await clock.pass(1)
  expect((await heard()).map(({ text }) => text)).toEqual([expect.stringContaining("Tal")])
  await asks("Noa", "2")
  await asks("Gil", "3")
  await clock.pass(9_000)
  expect(await heard()).toHaveLength(1)
  await clock.pass(1_000)
  const said = await heard()
  expect(said).toHaveLength(2)
  expect(said[1]?.text).toBe("Noa and 1 more need you, 3 waiting.")
})

test("ux 7.4: a chat in a pane that does not have the keys is silent, whatever is said in it", async ({ start }) => {
  const { page, chat, hurry } = await start({ pace: 0.3 })
  const clock = await stopClock(page)
  await chat.send("/spawn Tal hello")
  await chat.send("Tell me a long story")
  await written(chat, clock)
  await chat.send("/split Tal")
  await expect(page.getByRole("textbox", { name: "Message Tal" })).toBeFocused()
  const heard = await listenTo(page.getByRole("status", { name: "Jake says" }))
  hurry()
  await ended(chat, clock)
  await clock.pass(2_500)
  expect(await heard()).toEqual([])
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
