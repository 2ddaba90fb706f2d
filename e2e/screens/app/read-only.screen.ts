// A project that another Kibitz has open (ux 6, F18): it can be looked at without touching it, or switched to.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { attentionOn } from "../../driver/attention.ts"
import type { TestFolders } from "../../driver/folders.ts"
import { eventsIn } from "../../driver/journal.ts"
import { type Holder, holdJournal } from "../../driver/journal-holder.ts"
import { expect, test } from "../../stage/test.ts"

const copies = ({ dataDir }: TestFolders) => readdirSync(dataDir).filter((name) => name.startsWith("read-only-"))

let holder: Holder | null = null
test.afterEach(async () => {
  await holder?.release()
  holder = null
})

test("F18: Open read-only shows the project as it was, runs nothing, changes nothing, and Reload shows what came since", async ({
  folders,
  start,
}) => {
  holder = await holdJournal(folders)
  await holder.tell("hello there")
  const kibitz = await start({ readOnly: true })
  const { chat, page, overview } = kibitz

  // The ribbon says what this is, the chat is there to be read, and where one would write it says why one cannot.
  await expect(chat.ribbon).toContainText(/READ-ONLY\s*another Kibitz has this project open\. This is how it was at .*\d:\d\d/)
  const said = async () => (await chat.conversation()).filter(({ who }) => who === "you").map(({ text }) => text)
  await expect.poll(said).toEqual([expect.stringContaining("hello there")])
  await expect(chat.composer).toBeFocused()
  await expect(chat.composer).toHaveValue("Read-only: another Kibitz has this project open. Write to Jake there.")
  await chat.composer.press("x")
  await expect(chat.composer).toHaveValue(/^Read-only/)
  await expect(page).toHaveTitle(/ shop \(read-only\) /)

  // Whatever would change something says in one sentence why it does not.
  await page.keyboard.press("ControlOrMeta+n")
  await expect(chat.workingLine).toContainText("Read-only: another Kibitz has this project open. Do it there.")

  // Find and the audit log work.
  await page.keyboard.press("ControlOrMeta+f")
  await chat.find.field.fill("hello")
  await expect.poll(() => chat.find.marked()).toEqual([expect.stringMatching(/hello/i)])
  await page.keyboard.press("Escape")
  await kibitz.settings.open("Access")
  await page.getByRole("button", { name: "Open the log" }).click()
  await expect(page.getByTestId("audit").getByRole("listitem").first()).toBeVisible()
  await page.keyboard.press("Escape")

  // What the other one does meanwhile is not shown before one asks for it.
  await holder.tell("and now something else")
  expect(await said()).toHaveLength(1)
  const reload = chat.ribbon.getByRole("button", { name: "Reload" })
  await reload.focus()
  await page.keyboard.press("Enter")
  await expect.poll(said).toEqual([expect.stringContaining("hello there"), expect.stringContaining("and now something else")])
  await expect(reload).toBeFocused()
  expect(copies(folders)).toHaveLength(1)

  // When the other one has gone, nothing claims that it is there.
  await holder.release()
  const left = readFileSync(join(folders.dataDir, "kibitz.db"))
  await reload.click()
  await expect(chat.ribbon).toContainText("Start Kibitz again to work in it")
  await expect(chat.composer).toHaveValue("Read-only: nothing can be sent from here.")
  await overview.leave()
  await kibitz.quit()
  expect(copies(folders)).toEqual([])
  // Nobody has joined or left, and to the last byte nothing else was written either.
  expect(eventsIn(folders, "presence.joined", "presence.left")).toEqual([])
  expect(readFileSync(join(folders.dataDir, "kibitz.db")).equals(left)).toBe(true)
})

test("F18: what cannot be done looks it and says why, under the pointer and by key; looking, peeking and filtering work", async ({
  folders,
  start,
}) => {
  const why = "Read-only: another Kibitz has this project open. Do it there."
  holder = await holdJournal(folders)
  await holder.tell("rehearse: gate question")
  const kibitz = await start({ readOnly: true })
  const { page, chat, overview } = kibitz
  const attention = attentionOn(page)

  // The card can be read; its answers are off, it says why, and its keys do nothing.
  await expect(attention.heading).toContainText("Question · Jake")
  await expect(attention.card).toContainText(why)
  for (const name of ["You decide", "Snooze 30m"]) {
    const answer = attention.card.getByRole("button", { name })
    await expect(answer).toHaveAttribute("aria-disabled", "true")
    await expect(answer).toHaveAttribute("title", why)
  }
  await expect(attention.card.getByRole("radio").first()).toBeDisabled()
  await attention.heading.focus()
  await page.keyboard.press("1")
  await page.keyboard.press("ControlOrMeta+Shift+o")
  await expect(attention.card.getByRole("radio").first()).not.toBeChecked()

  const closed = [
    page.getByTestId("hold-all"),
    ...["Redirect…", "Add a child"].map((name) => overview.inspector.getByRole("button", { name })),
  ]
  for (const button of closed) {
    await expect(button).toHaveAttribute("aria-disabled", "true")
    await expect(button).toHaveAttribute("title", why)
    await button.click({ force: true })
    await expect(chat.workingLine).toContainText(why)
  }
  await chat.root.getByTestId("posture").getByRole("button").first().click()
  for (const value of await page.getByTestId("posture-panel").locator(".axis-value").all())
    await expect(value).toHaveAttribute("aria-disabled", "true")
  await page.keyboard.press("Escape")
  await kibitz.settings.open("Attention")
  await expect(kibitz.settings.root).toContainText(why)
  await expect(kibitz.settings.root.getByRole("checkbox").first()).toBeDisabled()
  await page.keyboard.press("Escape")

  await overview.leave()
  await overview.root.focus()
  await page.keyboard.press("Space")
  await expect(page.getByRole("dialog", { name: "A look at Jake, not joined" })).toBeVisible()
  await page.keyboard.press("Escape")
  await overview.showTree()
  await expect(overview.row("Jake")).toBeVisible()
})
