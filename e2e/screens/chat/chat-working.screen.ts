// What one sees of an agent at work (ux 1.3, 5.4, 6): the term and its meaning, the first word, calls as lines, coming back, an idle chat.

import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { attentionOn } from "../../driver/attention.ts"
import { stopClock } from "../../driver/clock.ts"
import { expect, test } from "../../stage/test.ts"

type Frame = { readonly hasTerm: boolean; readonly busy: string; readonly empty: number }

test("U7: the first word takes the place of the term in the same frame, and an empty reply is never shown", async ({ start }) => {
  const { page, chat } = await start({ pace: 1 })
  await chat.root.evaluate((root) => {
    const frames: unknown[] = []
    Object.assign(window, { __frames: frames })
    const shown = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) === true
    const textOf = (element: Element | null) => (shown(element) ? (element?.textContent ?? "").trim() : "")
    const painted = new MessageChannel()
    // After the frame: what was laid out in it is what is seen.
    painted.port1.onmessage = () => {
      const replies = [...root.querySelectorAll(".reply")].filter(shown)
      frames.push({
        hasTerm: root.querySelector("[data-testid=cogitation]") !== null,
        busy: textOf(root.querySelector(".reply[aria-busy=true]")),
        empty: replies.filter((reply) => textOf(reply) === "").length,
      })
    }
    const look = () => {
      painted.port2.postMessage(null)
      requestAnimationFrame(look)
    }
    look()
  })
  await chat.send("rehearse: three calls")
  await chat.finished()
  const frames = (await page.evaluate(() => (window as unknown as { __frames: unknown[] }).__frames)) as Frame[]
  expect(frames.some(({ hasTerm }) => hasTerm)).toBe(true)
  expect(frames.some(({ busy }) => busy !== "")).toBe(true)
  expect(frames.filter(({ empty }) => empty > 0)).toEqual([])
  expect(frames.filter(({ hasTerm, busy }) => hasTerm && busy !== "")).toEqual([])
})

test("REQ-OPM-006 who works shows a term of the approved list, which says what it means to whoever points at it or comes by keyboard; others hear that it works", async ({
  start,
}) => {
  const { page, chat } = await start({ pace: 3 })
  await chat.send("rehearse: slow")
  const term = chat.root.getByTestId("cogitation")
  await expect(term).toHaveAccessibleName("working")
  await expect(term).toHaveText(/…/)
  const folder = new URL("../../../resources/cogitation/", import.meta.url)
  const approved = readdirSync(folder).flatMap((file) =>
    JSON.parse(readFileSync(new URL(file, folder), "utf8")).entries.map(({ term: one }: { term: string }) => one),
  )
  expect(approved).toContain(await term.locator("bdi").first().textContent())
  await term.hover()
  await expect(term.locator(".gloss")).toBeVisible()
  await expect(term.locator(".gloss-source")).not.toBeEmpty()
  await page.mouse.move(0, 0)
  await expect(term.locator(".gloss")).toBeHidden()
  await chat.stop.focus()
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("Shift+Tab")
  await expect(term).toBeFocused()
  await expect(term.locator(".gloss")).toBeVisible()
})

test("ux 1.3: a remark comes between what the agent does and the buttons: those stay under the pointer", async ({ start }) => {
  const { page, chat } = await start()
  await chat.send("rehearse: stall")
  await chat.streaming(10)
  const before = await chat.stop.boundingBox()
  await page.keyboard.press("Control+0")
  await expect(chat.workingLine).toContainText("Text size is 100 % already.")
  expect(await chat.stop.boundingBox()).toEqual(before)
})

test("calls that went well are one line for each kind, with arguments, output and why on demand; a failed one is open", async ({
  start,
  folders,
}) => {
  writeFileSync(join(folders.project, "README.md"), "# Shop\n".repeat(400))
  const { chat } = await start()
  await chat.send("rehearse: ten reads")
  await chat.finished()
  const calls = chat.root.getByTestId("calls")
  await expect(calls).toHaveText(/^read \d+ files/)
  await expect(chat.root.locator(".call")).toHaveCount(0)
  await calls.click()
  const first = chat.root.locator(".call").first()
  await expect(first).toBeVisible()
  await first.getByRole("button", { expanded: false }).first().click()
  await expect(first).toContainText("Input")
  await expect(first).toContainText("Output")
  await first.getByRole("button", { name: /^Why: read/ }).click()
  await expect(chat.root.getByRole("region", { name: "Why" })).toContainText("allow")

  await chat.send("rehearse: missing file")
  await chat.finished()
  await expect(chat.root.locator(".call-failed").first()).toContainText("does not exist")
})

test("coming back: how long the stay was, what happened meanwhile in a few lines, and the rest folded", async ({ start }) => {
  const { chat, overview, page } = await start()
  await chat.send("hello")
  await chat.finished()
  await overview.leave()
  // Left alone, Jake is continued by himself.
  await expect(page.getByTestId("inspector")).toContainText(/done|iteration 1/, { timeout: 20_000 })
  await overview.join("Jake")
  await expect(chat.root.getByTestId("presence-left")).toHaveText(/user left · .+, stayed \d+ s/)
  const since = chat.root.getByTestId("since")
  await expect(since.getByRole("heading")).toHaveText(/^Since you left · \d+ s$/)
  await expect(since.getByRole("listitem").first()).toHaveText(/^\d+ steps?, continued (once|\d+ times)$/)
  expect(await since.getByRole("listitem").count()).toBeLessThanOrEqual(5)
})

test("C6 U11: a chat in which nothing happens for ten minutes offers to leave, and never leaves by itself", async ({ start }) => {
  const { page, chat, overview } = await start()
  const clock = await stopClock(page)
  await clock.resume()
  await chat.send("hello")
  await chat.finished()
  await clock.pass(590_000)
  await expect(chat.root.getByTestId("idle-chip")).toHaveCount(0)
  await clock.pass(900_000)
  const chip = chat.root.getByTestId("idle-chip")
  await expect(chip).toContainText("Leave so it can carry on?")
  await expect(chat.composer).toBeVisible()
  await chip.getByRole("button", { name: "Stay" }).click()
  await expect(chip).toHaveCount(0)
  await clock.pass(660_000)
  await chip.getByRole("button", { name: "Leave" }).click()
  await expect(overview.root).toBeVisible()
})

test("ux 6: whose turn it is says what is true: a card comes first, and a command nobody replied to is no reply", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.send("/cost")
  await expect(chat.transcript).toContainText("/cost")
  await expect(chat.workingLine).toHaveText("Your turn.")
  await chat.send("rehearse: gate question")
  await attentionOn(page).ready("Question · Jake")
  await expect(chat.workingLine).toHaveText("Jake has asked you a question.")
  await expect(chat.workingLine.locator(".glyph-question")).toBeVisible()
})
