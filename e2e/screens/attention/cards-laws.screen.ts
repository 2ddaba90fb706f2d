// Laws 1 to 4 of cards (ux 1.5): what is typed and pressed while a card comes, and how a card is entered, on the real app. The test sets the clock.
import { attentionOn } from "../../driver/attention.ts"
import { stopClock } from "../../driver/clock.ts"
import { auditIn, eventsIn } from "../../driver/journal.ts"
import { expect, test } from "../../stage/test.ts"
import { asked, askedOnTime, install } from "./asked.ts"

test("card law 1, card law 2, U13: what is typed while a card comes stays typed, where it was typed, and answers nothing", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ pace: 3 })
  const { page, chat } = kibitz
  const attention = attentionOn(page)
  await attention.confined()
  await chat.send("/execute")
  await chat.send(install)
  await page.keyboard.type("yes ")
  await expect(attention.card).toHaveCount(0)
  await attention.ready("Approval")
  await expect(chat.composer).toBeFocused()
  await page.keyboard.type("y a 1")
  await expect(chat.composer).toHaveValue("yes y a 1")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Space")
  await expect(chat.nextUp).toContainText("yes y a 1")
  await expect(chat.composer).toHaveValue(" ")
  await expect(chat.composer).toBeFocused()
  await expect(attention.card).toBeVisible()
  await kibitz.quit()
  const answered = eventsIn(folders, "attention.resolved").filter(({ outcome }) => outcome !== "withdrawn")
  expect(answered).toEqual([])
})

test("T22, card law 3, U14: nothing is activated within 600 ms of being seen, by pointer", async ({ start, folders }) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  await attentionOn(page).confined()
  await chat.send("/execute")
  const clock = await stopClock(page)
  await chat.send(install)
  const { card, heading } = attentionOn(page)
  await expect(heading).toContainText("Approval")
  for (const ms of [0, 599]) {
    await clock.pass(ms)
    for (const name of [/^Approve once/, /^Approve similar/, /^Deny$|^Deny npm/, "Snooze", "Fold"])
      await card.getByRole("button", { name }).first().click()
    await expect(card.getByLabel("Also allow, from now on")).toHaveCount(0)
    await expect(card).toHaveAttribute("data-listens", "false")
  }
  await clock.pass(1)
  await expect(card).toHaveAttribute("data-listens", "true")
  await card.getByTestId("card-deny").click()
  await expect(card).toHaveCount(0)
  await kibitz.quit()
  expect(eventsIn(folders, "attention.resolved", "attention.snoozed").map(({ outcome }) => outcome)).toEqual(["denied"])
})

test("card law 3: nor is anything chosen in a question, by pointer or by its key", async ({ start }) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  const clock = await stopClock(page)
  await chat.send("rehearse: gate question")
  const { card, heading } = attentionOn(page)
  await expect(heading).toContainText("Question")
  const first = card.getByRole("radio").first()
  for (const ms of [0, 599]) {
    await clock.pass(ms)
    await first.click()
    await page.keyboard.press("2")
    await expect(card).toHaveAttribute("data-listens", "false")
    await expect(card.getByRole("radio", { checked: true })).toHaveCount(0)
    await expect(card.getByRole("status")).toHaveText("Too soon, not taken. Press again.")
  }
  await clock.pass(1)
  await expect(card).toHaveAttribute("data-listens", "true")
  const decide = card.getByRole("button", { name: "You decide" })
  const before = await decide.boundingBox()
  await first.click()
  await expect(first).toBeChecked()
  await expect(card.getByRole("status")).toHaveText("")
  expect(await decide.boundingBox()).toEqual(before)
})

test("card law 3, card law 10: under Settings a card is not seen: it listens 600 ms after they close, and that time alone is on the record", async ({
  start,
  folders,
}) => {
  const kibitz = await start()
  const { page, chat, settings } = kibitz
  await attentionOn(page).confined()
  await chat.send("/execute")
  const clock = await stopClock(page)
  await chat.send(install)
  // The clock stands still: whichever of the two is there first, not a moment has passed for the card.
  await settings.open()
  const { card, heading } = attentionOn(page)
  await expect(heading).toContainText("Approval")
  await clock.pass(5_000)
  await expect(card).toHaveAttribute("data-listens", "false")
  await page.keyboard.press("Escape")
  await expect(settings.root).toHaveCount(0)
  await card.getByTestId("card-deny").click()
  await clock.pass(599)
  await card.getByTestId("card-deny").click()
  await expect(card).toHaveAttribute("data-listens", "false")
  await clock.pass(1)
  await expect(card).toHaveAttribute("data-listens", "true")
  await clock.pass(400)
  await card.getByTestId("card-deny").click()
  await expect(card).toHaveCount(0)
  await kibitz.quit()
  const answers = auditIn(folders).filter(({ kind }) => kind === "answer")
  expect(answers).toMatchObject([{ rule: "denied", facts: { visibleMs: 1_000 } }])
})

test("card law 3, U14: nor within 600 ms of being entered by key, nor by a key that is held", async ({ start, folders }) => {
  const kibitz = await start()
  const { page } = kibitz
  const { attention, clock } = await askedOnTime(kibitz)
  await page.keyboard.press("Control+j")
  await clock.pass(1)
  await expect(attention.heading).toBeFocused()
  await page.keyboard.press("d")
  await clock.pass(598)
  await page.keyboard.press("d")
  await expect(attention.card).toHaveAttribute("data-listens", "false")
  // Held down since before it listens: all that comes of it is repeats.
  await page.keyboard.down("d")
  await clock.pass(1)
  await expect(attention.card).toHaveAttribute("data-listens", "true")
  for (let times = 0; times < 5; times += 1) await page.keyboard.down("d")
  await page.keyboard.up("d")
  await attention.card.getByTestId("card-approve").focus()
  await page.keyboard.down("Shift")
  await page.keyboard.up("Shift")
  await expect(attention.card).toBeVisible()
  await page.keyboard.press("d")
  await expect(attention.card).toHaveCount(0)
  await kibitz.quit()
  expect(eventsIn(folders, "attention.resolved").map(({ outcome }) => outcome)).toEqual(["denied"])
})

test("card law 3, U14: Enter held down on a button presses it no more than once, and not before it listens", async ({
  start,
  folders,
}) => {
  const kibitz = await start()
  const { page } = kibitz
  const { attention, clock } = await askedOnTime(kibitz)
  await attention.card.getByTestId("card-deny").focus()
  await page.keyboard.down("Enter")
  await clock.pass(600)
  for (let times = 0; times < 5; times += 1) await page.keyboard.down("Enter")
  await page.keyboard.up("Enter")
  await expect(attention.card).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(attention.card).toHaveCount(0)
  await kibitz.quit()
  expect(eventsIn(folders, "attention.resolved").map(({ outcome }) => outcome)).toEqual(["denied"])
})

test("card law 4: a card is entered at its heading, by the key, by F6 and by Tab", async ({ start }) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  const attention = await asked(kibitz)
  await page.keyboard.press("Control+j")
  await expect(attention.heading).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(chat.composer).toBeFocused()
  await expect(chat.root).toBeVisible()
  for (let regions = 0; regions < 8; regions += 1) {
    await page.keyboard.press("F6")
    if (await attention.strip.evaluate((strip) => strip.contains(document.activeElement))) break
  }
  await expect(attention.heading).toBeFocused()
  // From what stands right before the card, with the key itself: once back out of it, then in again.
  await page.keyboard.press("Shift+Tab")
  await expect(attention.heading).not.toBeFocused()
  expect(await attention.card.evaluate((card) => card.contains(document.activeElement))).toBe(false)
  await page.keyboard.press("Tab")
  await expect(attention.heading).toBeFocused()
})
