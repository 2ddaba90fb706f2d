// A team at work: everybody can be held, what is stuck says why, and what is looked at is read (OPM-6, OPM-9).
import type { Page } from "@playwright/test"
import { attentionOn } from "../../driver/attention.ts"
import { eventsIn } from "../../driver/journal.ts"
import { expect, test } from "../../stage/test.ts"

test("everybody is held by one key and goes on by the same; nothing works meanwhile", async ({ start }) => {
  const { page, chat, overview } = await start({ pace: 1 })
  await chat.send("rehearse: team")
  await overview.leave()
  await overview.showTree()
  await expect(overview.row("Dov")).toHaveAttribute("data-status", "working", { timeout: 30_000 })
  await page.keyboard.press("Shift+F9")
  await expect(page.getByTestId("go-on-all")).toContainText(/Go on \(\d+ held\)/)
  await expect(page.locator("[role=treeitem][data-status=working]")).toHaveCount(0)
  await expect(overview.row("Dov")).toHaveAttribute("data-status", "paused")
  await expect(overview.row("Jake")).toHaveAttribute("data-status", "paused")
  await page.getByTestId("go-on-all").click()
  await expect(overview.row("Dov")).not.toHaveAttribute("data-status", "paused")
  await expect(page.getByTestId("hold-all")).toBeEnabled()
})

test("OPM-7: hold all holds: what is said to one who is held waits, and is taken when it is let go on or is told to hear it now", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.send("rehearse: stall")
  await chat.streaming(10)
  await page.keyboard.press("Shift+F9")
  await expect(chat.workingLine).toContainText("paused by you")
  await chat.send("hello")
  await expect(chat.nextUp).toContainText("hello")
  await expect(chat.nextUp).toContainText("Jake is paused, and takes it when you let it go on.")
  await expect(chat.workingLine).toContainText("paused by you")
  await expect(page.getByTestId("go-on-all")).toContainText("1 held")
  await expect(chat.root).toContainText("send, and let it go on")
  await chat.sendNow("and Shalom")
  await expect(page.getByTestId("go-on-all")).toHaveCount(0)
  await expect(chat.nextUp).toHaveCount(0)
  await expect(chat.yours.last()).toContainText("and Shalom")
})

test("OPM-6: an agent that gets nowhere is stuck, says why, and goes on or stops by the user's word", async ({ start }) => {
  const { page, chat, overview } = await start()
  const attention = attentionOn(page)
  await chat.send("rehearse: stuck")
  const line = overview.rail.locator("[data-kind=stuck]").filter({ hasText: "Perla" })
  await expect(line).toBeVisible({ timeout: 40_000 })
  await line.click()
  await attention.ready("Perla is stuck: it repeats itself")
  await expect(attention.card).toContainText("the same call")
  await attention.press("Give a hint")
  await expect(attention.card.getByLabel("A hint for Perla")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(attention.card.getByLabel("A hint for Perla")).toHaveCount(0)
  await attention.press("Stop Perla")
  await expect(attention.heading.filter({ hasText: "Perla" })).toHaveCount(0)
  await overview.leave()
  await overview.showTree()
  await expect(overview.row("Perla")).toContainText("stopped by you")
})

test("a result is read by being looked at, and by nothing else", async ({ start }) => {
  const { page, chat, overview } = await start({ pace: 0.2 })
  await chat.send("rehearse: team")
  await overview.leave()
  await expect(page.getByTestId("to-read")).toContainText(/\d+ to read/, { timeout: 40_000 })
  await page.getByTestId("to-read").click()
  const result = overview.rail.locator("[data-kind=result]").filter({ hasText: "Lea" })
  await expect(result).toBeVisible({ timeout: 40_000 })
  await overview.join("Lea")
  await overview.leave()
  await expect(result).toHaveCount(0)
  // Of what others have finished meanwhile the count may be higher; it is never a line about nothing.
  await expect(page.getByText(/^0 to read/)).toHaveCount(0)
})

test("what is put off sleeps, is listed, and can be woken", async ({ start }) => {
  const { page, chat, overview } = await start()
  const attention = attentionOn(page)
  await chat.send("rehearse: gate team")
  await overview.join("Ed")
  await attention.ready("Question · Ed")
  await attention.card.getByRole("button", { name: "Snooze", exact: true }).click()
  await attention.card.getByRole("button", { name: "30 minutes" }).click()
  await expect(attention.heading.filter({ hasText: "Question" })).toHaveCount(0)
  await overview.leave()
  const asleep = overview.rail.getByTestId("snoozed")
  await asleep.getByRole("button", { name: "Snoozed 1" }).click()
  await expect(asleep).toContainText("Which OIDC library")
  await asleep.getByRole("button", { name: "Wake" }).click()
  // Nothing moves under the pointer or the focus: it comes back to its place when both have gone. A result of Mira's may have come meanwhile too.
  await expect(overview.rail).toContainText(/[12] new when you leave the list/)
  await page.mouse.move(600, 300)
  await page.mouse.move(620, 320)
  await overview.root.focus()
  await expect(overview.rail.locator("[data-kind=question]").filter({ hasText: "Ed" })).toBeVisible()
})

test("ux 2.7: what is put off for five minutes, until tomorrow or by the key sleeps until then, is listed with its time and can be woken", async ({
  start,
  folders,
}) => {
  const kibitz = await start()
  const { page, chat, overview } = kibitz
  const attention = attentionOn(page)
  const asleep = page.getByTestId("snoozed")
  const pressed: number[] = []
  const wake = async () => {
    pressed.push(Date.now())
    await expect(attention.strip).toHaveCount(0)
    if (!(await asleep.getByRole("button", { name: "Wake" }).isVisible()))
      await asleep.getByRole("button", { name: "Snoozed 1" }).click()
    await expect(asleep).toContainText(/Question · Jake: Which OIDC library.*until .*\d:\d\d/)
    await asleep.getByRole("button", { name: "Wake" }).click()
    await expect(asleep).toHaveCount(0)
    await page.mouse.move(700, 200)
    await chat.composer.focus()
    await attention.ready("Question · Jake")
  }
  await chat.send("rehearse: gate question")
  await attention.ready("Question · Jake")
  for (const words of ["5 minutes", "Until tomorrow"]) {
    await attention.card.getByRole("button", { name: "Snooze", exact: true }).click()
    await attention.card.getByTestId("snooze").getByRole("button", { name: words }).click()
    await wake()
  }
  // The key: on the card, and on its line in the rail.
  await attention.heading.focus()
  await attention.ready("Question · Jake")
  await page.keyboard.press("ControlOrMeta+Shift+o")
  await wake()
  await overview.rail.locator("[data-kind=question]").focus()
  await page.keyboard.press("ControlOrMeta+Shift+o")
  await wake()

  await kibitz.quit()
  const until = eventsIn(folders, "attention.snoozed").flatMap((event) => event.until ?? [])
  const [five, morning, card, line] = until
  const minutes = (text: string | undefined, at: number | undefined) => Math.round((Date.parse(text ?? "") - (at ?? 0)) / 60_000)
  expect([minutes(five, pressed[0]), minutes(card, pressed[2]), minutes(line, pressed[3])]).toEqual([5, 30, 30])
  expect(new Date(morning ?? "").getHours()).toBe(8)
  expect(until).toHaveLength(4)
})

test("ux 2.7: what is put off until its team has finished comes back when nobody of it works any more", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ pace: 1 })
  const { page, chat } = kibitz
  const attention = attentionOn(page)
  await chat.send("/spawn Tal rehearse: long story")
  await chat.send("rehearse: gate question")
  await attention.ready("Question · Jake")
  await attention.card.getByRole("button", { name: "Snooze", exact: true }).click()
  await attention.card.getByTestId("snooze").getByRole("button", { name: "Until its team has finished" }).click()
  await expect(attention.strip).toHaveCount(0)
  await expect(page.getByTestId("snoozed")).toBeVisible()
  await page.mouse.move(700, 200)
  await chat.send("@Tal /stop")
  await attention.ready("Question · Jake")
  await kibitz.quit()
  expect(eventsIn(folders, "attention.snoozed")[0]).toMatchObject({ until: "team" })
})

test("one answer is enough for two who asked the same, without joining either", async ({ start }) => {
  const { page, chat, overview } = await start()
  await chat.send("/spawn Tal rehearse: gate question")
  await chat.send("/spawn Noa rehearse: gate question")
  await overview.leave()
  const line = overview.rail.locator(".needs-entry").filter({ hasText: "Question ×2" })
  await expect(line).toBeVisible()
  await line.getByRole("button", { name: /^Answer here/ }).click()
  const card = overview.rail.locator(".card")
  await expect(card.getByLabel(/Also answers: (Tal|Noa)/)).toBeChecked()
  await expect(card).toHaveAttribute("data-listens", "true")
  await card.getByRole("radio").first().check()
  await card.getByTestId("card-answer").click()
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(0)
  await expect(overview.root).toBeVisible()
  for (const name of ["Tal", "Noa"]) {
    await overview.join(name)
    await expect(page.getByRole("region", { name: `Chat with ${name}` })).toContainText("jose")
    await overview.leave()
  }
})

test("what is chosen and written for a question stays in every place that shows it, also after looking elsewhere, until it is answered", async ({
  start,
}) => {
  const { page, chat, overview } = await start()
  const attention = attentionOn(page)
  await chat.send("/spawn Tal rehearse: gate question")
  await chat.send("/spawn Noa rehearse: gate question")
  await overview.leave()
  const line = overview.rail.locator(".needs-entry").filter({ hasText: "Question ×2" })
  await line.getByRole("button", { name: /^Answer here/ }).click()
  const inRail = overview.rail.locator(".card")
  await inRail.getByLabel("Something else, in your words").fill("neither of them")
  // In its first moment a card is deaf, also when it has just got the focus.
  await expect(inRail).toHaveAttribute("data-listens", "true")
  await inRail.getByLabel(/Also answers/).uncheck()

  await overview.join("Tal")
  await attention.ready("Question")
  const own = attention.card.getByLabel("Something else, in your words")
  await expect(own).toHaveValue("neither of them")
  await expect(attention.card.getByRole("radio", { name: "Something else" })).toBeChecked()
  await expect(attention.card.getByLabel(/Also answers/)).not.toBeChecked()
  await attention.heading.focus()
  await attention.ready("Question")
  await page.keyboard.press("2")

  await overview.join("Jake")
  await expect(attention.strip).toHaveCount(0)
  await overview.join("Tal")
  await attention.ready("Question")
  await expect(attention.card.getByRole("radio", { name: /openid-client/ })).toBeChecked()
  await expect(own).toHaveValue("neither of them")
  await expect(attention.card.getByLabel(/Also answers/)).not.toBeChecked()

  // The other one was asked by another, and nothing was put into it.
  await attention.press(/^Answer/)
  await overview.leave()
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(1)
  await expect(line).toHaveCount(0)
  await overview.rail.getByRole("button", { name: /^Answer here/ }).click()
  await expect(inRail.getByLabel("Something else, in your words")).toHaveValue("")
  await expect(inRail.getByRole("radio", { checked: true })).toHaveCount(0)
})

test("what is chosen and written for a question is there after a reload and a restart and in a window of its own, until it is answered", async ({
  start,
}) => {
  let kibitz = await start()
  await kibitz.chat.send("/spawn Tal rehearse: gate question")
  await kibitz.overview.join("Tal")
  const parts = (page: Page) => {
    const attention = attentionOn(page)
    return {
      attention,
      own: attention.card.getByLabel("Something else, in your words"),
      second: attention.card.getByRole("radio", { name: /openid-client/ }),
    }
  }
  const { attention, own } = parts(kibitz.page)
  await attention.ready("Question")
  await own.fill("neither of")
  await own.press("End")
  await own.pressSequentially(" them")
  await kibitz.page.reload()
  await kibitz.overview.join("Tal")
  await attention.ready("Question")
  await expect(own).toHaveValue("neither of them")
  await attention.heading.focus()
  await attention.ready("Question")
  await kibitz.page.keyboard.press("2")
  await kibitz.quit()

  kibitz = await start()
  await kibitz.overview.join("Tal")
  const again = parts(kibitz.page)
  await again.attention.ready("Question")
  await expect(again.own).toHaveValue("neither of them")
  await expect(again.second).toBeChecked()

  await test.step("a chat that moves to a window of its own takes it along, and brings back what was done there", async () => {
    const id = await kibitz.page.locator("section[data-testid^=chat-]").getAttribute("data-testid")
    await kibitz.page.keyboard.press("ControlOrMeta+Shift+D")
    const window = await kibitz.windows.ofChat(id?.slice("chat-".length) ?? "")
    const there = parts(window)
    await expect(there.own).toHaveValue("neither of them")
    await there.own.fill("both of them")
    await kibitz.windows.closing(window, there.own.press("ControlOrMeta+Shift+D"))
    await expect(again.own).toHaveValue("both of them")
  })

  await again.attention.ready("Question")
  await again.attention.press(/^Answer/)
  await expect(again.attention.card).toHaveCount(0)
  await expect
    .poll(() => kibitz.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("kibitz.answer."))))
    .toEqual([])
})

test("an agent is redirected in place, and dismissed in two steps that name it", async ({ start }) => {
  const { page, overview } = await start()
  await page.keyboard.press("Control+Shift+N")
  const ed = page.getByRole("region", { name: "Chat with Ed" })
  await expect(ed).toBeVisible()
  const ways = overview.inspector.getByTestId("agent-controls")
  await ways.getByRole("button", { name: "Redirect…" }).click()
  await ways.getByLabel(/New assignment for Ed/).fill("hello")
  await ways.getByRole("button", { name: /^Redirect Ed/ }).click()
  await expect(ed.getByTestId("note-redirected")).toContainText("New assignment from you")
  await overview.leave()
  await ways.getByRole("button", { name: "Dismiss…" }).click()
  await expect(ways.getByRole("button", { name: "Keep Ed" })).toBeFocused()
  await ways.getByRole("button", { name: "Dismiss Ed" }).click()
  await overview.showTree()
  await expect(overview.row("Jake")).toBeVisible()
  await expect(overview.row("Ed")).toHaveCount(0)
})
