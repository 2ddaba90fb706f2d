// Laws 5 to 10 of cards (ux 1.5): what an answer takes, where it can be given and what is kept of it, on the real app. The test sets the clock.
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { attentionOn } from "../../driver/attention.ts"
import { stopClock } from "../../driver/clock.ts"
import type { TestFolders } from "../../driver/folders.ts"
import { auditIn } from "../../driver/journal.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"
import { asked, askedOnTime, install } from "./asked.ts"

/** What "rehearse: gate delete" would take. */
function fourteenFiles({ project }: TestFolders): string {
  const legacy = join(project, "data", "legacy")
  mkdirSync(legacy, { recursive: true })
  for (let file = 0; file < 14; file += 1) writeFileSync(join(legacy, `users-${file}.csv`), "a,b\n")
  return legacy
}

test("card law 5, U15: what cannot be undone takes two deliberate presses; Enter and Enter again keeps", async ({
  start,
  folders,
}) => {
  const legacy = fourteenFiles(folders)
  const kibitz = await start()
  const { page, chat } = kibitz
  const { attention, clock } = await askedOnTime(kibitz, "rehearse: gate delete")
  const { card } = attention
  await expect(card.getByRole("button", { name: /similar/i })).toHaveCount(0)
  await expect(card.getByTestId("survey")).toContainText("Deletes 14 files in 1 folder")
  await card.getByTestId("card-approve").focus()
  await clock.pass(600)
  await page.keyboard.press("Enter")
  await expect(card.getByTestId("card-keep")).toBeFocused()
  await expect(card.getByTestId("card-confirm")).toHaveText("Delete 14 files")
  // Deaf again: this press was meant for what was there before.
  await page.keyboard.press("Enter")
  await expect(card.getByTestId("card-keep")).toBeFocused()
  await clock.pass(600)
  await page.keyboard.press("a")
  await expect(card.getByTestId("card-keep")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(attention.strip).toHaveCount(0)
  await clock.resume()
  await chat.finished()
  expect(existsSync(legacy)).toBe(true)
  await chat.send("rehearse: gate delete")
  await attention.ready(/cannot be undone/i)
  await card.getByTestId("card-approve").click()
  await expect(card.getByTestId("card-confirm")).toBeVisible()
  await expect(card).toHaveAttribute("data-listens", "true")
  await card.getByTestId("card-confirm").click()
  await chat.finished()
  expect(existsSync(legacy)).toBe(false)
})

test("card law 5, ux 7.13: the second step waits as long as the user does; Esc takes it back, and what has come since is looked at first", async ({
  start,
  folders,
}) => {
  const legacy = fourteenFiles(folders)
  const kibitz = await start()
  const { page, chat, app } = kibitz
  const { attention, clock } = await askedOnTime(kibitz, "rehearse: gate delete")
  const { card, heading } = attention
  const approve = async () => {
    await expect(card).toHaveAttribute("data-listens", "true")
    await card.getByTestId("card-approve").click()
    await expect(card.getByTestId("card-keep")).toBeVisible()
    await clock.pass(600)
    await expect(card).toHaveAttribute("data-listens", "true")
  }
  await approve()
  await expect(card).toContainText("This deletes 14 files for good.")
  // A day's work later, by the clock of the page and of the app.
  await clock.pass(8 * 3_600_000)
  await app.evaluate(() => {
    const now = Temporal.Now.instant.bind(Temporal.Now)
    Temporal.Now.instant = () => now().add({ hours: 8 })
  })
  await expect(card.getByTestId("card-confirm")).toBeVisible()
  await card.getByTestId("card-keep").focus()
  await page.keyboard.press("Escape")
  await expect(card.getByTestId("card-confirm")).toHaveCount(0)
  await expect(heading).toBeFocused()
  await clock.pass(600)
  await approve()
  writeFileSync(join(legacy, "one-more.csv"), "a,b\n")
  await card.getByTestId("card-confirm").click()
  await expect(card).toContainText("Look once more")
  await expect(card.getByTestId("survey")).toContainText("Deletes 15 files")
  expect(existsSync(legacy)).toBe(true)
  await clock.pass(600)
  await approve()
  await expect(card.getByTestId("card-confirm")).toHaveText("Delete 15 files")
  await card.getByTestId("card-confirm").click()
  await clock.resume()
  await chat.finished()
  expect(existsSync(legacy)).toBe(false)
})

test("card law 6: similar ones are named by the literal pattern, narrowest first, and end with the session", async ({
  start,
}) => {
  // Two real runs of npm.
  test.setTimeout(150_000)
  const first = await start()
  const attention = await asked(first, "rehearse: run npm install ./nowhere")
  await attention.ready("Approval")
  const similar = attention.card.getByRole("button", { name: /^Approve similar/ })
  await expect(similar).toHaveText(/npm install \.\/nowhere/)
  await similar.click()
  const pattern = attention.card.getByLabel("Also allow, from now on")
  await expect(pattern).toHaveValue("npm install ./nowhere")
  const proposed = attention.card.getByRole("group", { name: "Proposed patterns, narrowest first" }).getByRole("button")
  await expect(proposed).toHaveText(["npm install ./nowhere", "npm install <any>"])
  await expect(attention.card.getByRole("radio", { name: /until Kibitz is closed/ })).toBeChecked()
  await pattern.fill("npm install <any>")
  await attention.press(/^Approve and remember npm install <any>/)
  await first.chat.finished()
  await first.chat.send("rehearse: run npm install ./elsewhere")
  await first.chat.finished()
  await expect(attention.strip).toHaveCount(0)
  await first.quit()
  const second = await start()
  await attentionOn(second.page).confined()
  await second.chat.send("rehearse: run npm install ./elsewhere")
  await attentionOn(second.page).ready("Approval")
})

test("card law 7: an approval can be given in its chat and nowhere else; a question is answered from the rail without joining", async ({
  start,
}) => {
  const kibitz = await start({ probe: true })
  const { page, overview, chat } = kibitz
  await attentionOn(page).confined()
  await chat.send("/spawn Tal rehearse: gate question")
  await chat.send("/execute")
  await chat.send(install)
  await attentionOn(page).ready("Approval")
  await overview.leave()
  const approval = overview.rail.locator("[data-kind=approval]")
  await expect(approval).toBeVisible()
  await approval.focus()
  await page.keyboard.press("ArrowRight")
  for (const letter of ["a", "s", "d", "r"]) await page.keyboard.press(letter)
  await expect(overview.rail.locator(".card")).toHaveCount(0)
  await expect(page.getByRole("button", { name: /approve|deny/i })).toHaveCount(0)
  await page.getByTestId("tab-jake").click({ button: "right" })
  await expect(page.getByRole("menuitem", { name: /approve|deny/i })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await overview.rail.getByRole("button", { name: /^Answer here: Question/ }).click()
  const card = overview.rail.locator(".card")
  await expect(card).toHaveAttribute("data-listens", "true")
  await card.getByRole("radio").first().check()
  await card.getByTestId("card-answer").click()
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(0)
  await expect(overview.root).toBeVisible()
  await expect(approval).toBeVisible()
})

test("card law 7, card law 10: a question is answered from a peek without joining, and how long it was seen is on the record", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ probe: true })
  const { page, overview, chat } = kibitz
  await chat.send("/spawn Tal rehearse: gate question")
  await overview.leave()
  await overview.rail.locator("[data-kind=question]").focus()
  const clock = await stopClock(page)
  await page.keyboard.press("Space")
  const options = page.getByTestId("peek").locator(".glance-options")
  // Card law 3 holds here too: what is pressed at once is not heard.
  await options.getByRole("button", { name: /jose/ }).click({ force: true })
  await clock.pass(1_500)
  await options.getByRole("button", { name: /openid-client/ }).click()
  await expect(overview.rail.locator("[data-kind=question]")).toHaveCount(0)
  expect(await uxOf(page).presence()).toEqual({ joined: [], mounted: [] })
  await kibitz.quit()
  const answers = auditIn(folders).filter(({ kind, facts }) => kind === "answer" && facts.card === "question")
  expect(answers).toMatchObject([{ rule: "answered", facts: { visibleMs: 1_500, surface: "desktop" } }])
})

test("card law 9: what is withdrawn leaves one grey line without a button, and nothing moves under the pointer", async ({
  start,
}) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  const attention = await asked(kibitz)
  await attention.ready("Approval")
  await attention.card.getByTestId("card-approve").hover()
  const before = await attention.strip.boundingBox()
  const composer = await chat.composer.boundingBox()
  await page.keyboard.press("Control+Shift+Backspace")
  await expect(attention.strip).toContainText("Withdrawn.")
  await expect(attention.strip.getByRole("button")).toHaveCount(0)
  expect(await attention.strip.boundingBox()).toEqual(before)
  expect(await chat.composer.boundingBox()).toEqual(composer)
  await page.mouse.move(10, 10)
  await expect(attention.strip).toHaveCount(0)
})

test("card law 9: of several that are withdrawn each leaves its grey line, and nothing is said to wait", async ({ start }) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  const attention = attentionOn(page)
  await attention.confined()
  await chat.send("/execute")
  await chat.send("rehearse: gate batch")
  await attention.ready("Approval ×3")
  await attention.press("Review each")
  await page.mouse.move(10, 10)
  await chat.composer.focus()
  await expect(attention.strip).toContainText("3 waiting for you")
  await page.keyboard.press("Control+Shift+Backspace")
  await expect(attention.strip.getByText("Withdrawn.")).toHaveCount(3)
  await expect(attention.strip).not.toContainText("waiting for you")
})

test("card law 10: an answer is on the record with every axis, the rule that asked, the pattern kept and how long it was seen", async ({
  start,
  folders,
}) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  await attentionOn(page).confined()
  await chat.send("/mode build")
  await chat.send("/execute")
  const clock = await stopClock(page)
  await chat.send("rehearse: run npm install ./nowhere")
  const { card, heading } = attentionOn(page)
  await expect(heading).toContainText("Approval")
  await clock.pass(3200)
  await card.getByRole("button", { name: /^Approve similar/ }).click()
  await card.getByRole("button", { name: /^Approve and remember/ }).click()
  await expect(card).toHaveCount(0)
  await clock.resume()
  await chat.finished()
  await kibitz.quit()
  const [row, more] = auditIn(folders).filter(({ kind }) => kind === "answer")
  expect(more).toBeUndefined()
  expect(row).toMatchObject({
    agentId: "jake",
    rule: "allowed",
    posture: {
      style: "chat",
      workMode: "build",
      phase: "execution",
      permissionProfile: "normal",
      runControl: "autonomous",
      modelMode: "smart",
      surface: "desktop",
    },
    facts: { card: "approval", rule: "profile", pattern: "npm install ./nowhere", visibleMs: 3200, surface: "desktop" },
  })
})
