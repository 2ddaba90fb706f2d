// Where the user is, and what an agent gets to know of it (OPM-3, OPM-11, ux 2.3): once for each change, and never for an overlay.
import { atRest } from "../../driver/at-rest.ts"
import { eventsIn } from "../../driver/journal.ts"
import { expect, test } from "../../stage/test.ts"

const changes = ["presence.joined", "presence.left"]

test("OPM-3: joining and leaving are one thin rule and one event each; and nothing that lies above the chat leaves anybody", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ join: false })
  const { page, chat, overview, settings } = kibitz
  // A first start welcomes, and nobody is joined.
  await expect(page.getByRole("region", { name: "Welcome" })).toBeVisible()
  await expect(page).toHaveTitle(/shop — Kibitz$/)
  await overview.join("Jake")
  await chat.send("hello")
  await chat.finished()
  await expect(chat.root.getByTestId("presence-joined")).toHaveCount(1)

  await test.step("settings, shortcuts, agents and the posture panel are no leaving", async () => {
    await settings.open()
    await page.keyboard.press("Escape")
    await page.keyboard.press("F1")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+k")
    await page.keyboard.press("Escape")
    await page
      .getByTestId("status-bar")
      .getByTestId("posture")
      .getByRole("button", { name: /^Phase/ })
      .click()
    await page.keyboard.press("Escape")
    await expect(chat.composer).toBeVisible()
  })

  await test.step("Escape climbs: from text to the conversation, from there out", async () => {
    await chat.composer.fill("unsent")
    await chat.composer.press("Escape")
    await expect(chat.transcript).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(overview.root).toBeVisible()
    await expect(overview.root).toBeFocused()
    await expect(page.getByTestId("rejoin")).toHaveText("Enter to rejoin Jake")
  })

  await test.step("what was unsent is still there, and the rules say when one came and went", async () => {
    await page.keyboard.press("Enter")
    await expect(chat.composer).toHaveValue("unsent")
    await expect(chat.root.getByTestId("presence-left")).toHaveText(/user left · .+, stayed \d+ s/)
    // Only what is in view is drawn; that each came once is in the journal, below.
    await expect(chat.root.getByTestId("presence-joined").last()).toBeInViewport()
    await expect(chat.jumpToLatest).toHaveCount(0)
    await chat.composer.fill("")
    await chat.composer.press("Escape")
    await expect(overview.root).toBeVisible()
  })

  await kibitz.quit()
  expect(eventsIn(folders, ...changes).map(({ type, agentId, cause }) => `${type} ${agentId} ${cause}`)).toEqual([
    "presence.joined jake navigate",
    "presence.left jake zoom-out",
    "presence.joined jake rejoin",
    "presence.left jake zoom-out",
  ])
})

test("OPM-11: quitting leaves, starting joins nobody, and the one from before is selected", async ({ start, folders }) => {
  const first = await start()
  await first.chat.send("hello")
  await first.chat.finished()
  await first.quit()
  const second = await start({ join: false })
  await expect(second.overview.root).toBeFocused()
  await expect(second.page.getByTestId("rejoin")).toHaveText("Enter to rejoin Jake")
  await expect(second.page.getByTestId("tab-jake")).toHaveAttribute("aria-selected", "false")
  await expect(second.chat.composer).toHaveCount(0)
  await second.quit()
  expect(eventsIn(folders, ...changes).map(({ type, cause }) => `${type} ${cause}`)).toEqual([
    "presence.joined navigate",
    "presence.left quit",
  ])
})

test("moving from one chat to another is left and joined, in that order and nothing else", async ({ start, folders }) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  await test.step("a child is one key away, needs no dialog, and is talked to at once", async () => {
    await page.keyboard.press("Control+Shift+N")
    await expect(page.getByRole("tab", { name: /Ed/ })).toHaveAttribute("aria-selected", "true")
    await expect(page.getByRole("textbox", { name: "Message Ed" })).toBeFocused()
  })
  await page.keyboard.press("Alt+ArrowLeft")
  await expect(chat.root).toBeVisible()
  await kibitz.quit()
  const moves = eventsIn(folders, ...changes)
  expect(moves.map(({ type, agentId, cause }) => `${type} ${agentId === "jake" ? "jake" : "child"} ${cause}`)).toEqual([
    "presence.joined jake navigate",
    "presence.left jake switch",
    "presence.joined child spawned",
    "presence.left child switch",
    "presence.joined jake navigate",
    "presence.left jake quit",
  ])
})

test("OPM-4: who is left goes on by itself, and what it did meanwhile is one line", async ({ start }) => {
  const { page, chat, overview } = await start()
  await chat.send("hello")
  await chat.finished()
  await overview.leave()
  await overview.showTree()
  await expect(overview.row("Jake")).toHaveAttribute("data-status", /^(stopped|working|done)$/)
  await expect(overview.row("Jake")).toHaveAttribute("data-status", "done", { timeout: 20_000 })
  await overview.join("Jake")
  const away = chat.root.getByTestId("away")
  await expect(away).toHaveText(/continued (once|\d+ times) while you were out/)
  await expect(away.getByRole("button")).toHaveAttribute("aria-expanded", "false")
  await away.getByRole("button").click()
  await expect(away.getByRole("button")).toHaveAttribute("aria-expanded", "true")
  await expect(page.getByTestId("count-done")).not.toHaveAccessibleName(/to read/)
})

test("ux 1.3: visits without a word are one line that opens in its place and closes again; the journal has each of them", async ({
  start,
  folders,
}) => {
  const kibitz = await start()
  const { chat, overview } = kibitz
  // Longer than the view, so that opening something at its end could move it.
  await chat.send("/help")
  await expect(chat.transcript).toContainText("/settings")
  for (let visit = 0; visit < 4; visit += 1) {
    await overview.leave()
    await overview.join("Jake")
  }
  const line = chat.root.getByTestId("visits")
  const toggle = line.getByRole("button")
  await expect(toggle).toHaveText(/^3 visits without a word · last \d/)
  // The one that ended with something said, and the one that goes on.
  const single = chat.root.locator("[data-testid^=presence-]")
  await expect(single).toHaveText([/^user left/, /^user joined/])
  await expect(single.last()).toBeInViewport({ ratio: 1 })
  // What is above it is still being measured.
  await atRest(toggle)
  const place = await toggle.boundingBox()

  await toggle.click()
  await expect(toggle).toHaveAttribute("aria-expanded", "true")
  await expect(single).toHaveCount(8)
  expect(await toggle.boundingBox()).toEqual(place)
  await expect(chat.jumpToLatest).toBeVisible()

  await toggle.press("Enter")
  await expect(single).toHaveCount(2)
  await expect(toggle).toBeFocused()
  // At the end as before, and what comes there is seen.
  await expect(chat.jumpToLatest).toHaveCount(0)
  expect(await toggle.boundingBox()).toEqual(place)
  await chat.send("/cost")
  await expect(chat.transcript.getByText("/cost", { exact: true }).last()).toBeInViewport()

  await kibitz.quit()
  expect(eventsIn(folders, ...changes)).toHaveLength(10)
})

test("OPM-11: the one from before is rejoined before the host has answered; what is written meanwhile is taken as soon as it has", async ({
  start,
  folders,
}) => {
  const first = await start()
  await first.chat.send("hello")
  await first.chat.finished()
  await first.quit()

  const { letHostAnswer, page, chat, overview, quit } = await start({
    join: false,
    late: true,
  })
  await expect(overview.root).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(chat.composer).toBeFocused()
  await page.keyboard.type("hello again")
  await page.keyboard.press("Enter")
  letHostAnswer()
  await expect.poll(async () => (await chat.conversation()).filter(({ who }) => who === "you").length).toBe(2)
  await chat.finished()
  await quit()
  expect(eventsIn(folders, ...changes).map(({ type, cause }) => `${type} ${cause}`)).toEqual([
    "presence.joined navigate",
    "presence.left quit",
    "presence.joined rejoin",
    "presence.left quit",
  ])
})
