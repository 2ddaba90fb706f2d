// One key to the next thing that needs the user (ux 2.6), on the real app: from anywhere, in a frozen order, and back to where it began.
import type { Page } from "@playwright/test"
import { attentionOn } from "../../driver/attention.ts"
import { stopClock } from "../../driver/clock.ts"
import { uxOf } from "../../driver/ux.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

/** Longer than the order stays frozen after a press. */
const WALK_OVER_MS = 4_001

/** Two children, each with a question of its own; the first has options. */
async function twoQuestions({ page, chat, overview }: Kibitz): Promise<void> {
  await chat.send("/spawn Tal rehearse: gate question")
  await expect.poll(async () => (await uxOf(page).queue()).length).toBe(1)
  await chat.send("/spawn Noa rehearse: gate open question")
  await expect.poll(async () => (await uxOf(page).queue()).length).toBe(2)
  await overview.leave()
}

/** The item whose card has the focus, at its heading, and in whose chat that is. */
function focusedCard(page: Page): Promise<{ item: string | undefined; agentId: string | undefined }> {
  return page.evaluate(() => {
    const heading = document.activeElement
    const isHeading = heading?.hasAttribute("data-card-heading")
    const card = isHeading ? heading?.closest<HTMLElement>("[data-testid^='card-']") : null
    const chat = heading?.closest<HTMLElement>("[data-testid^='chat-']")
    return { item: card?.dataset.testid?.slice("card-".length), agentId: chat?.dataset.testid?.slice("chat-".length) }
  })
}

const places: readonly { readonly from: string; readonly go: (kibitz: Kibitz) => Promise<unknown> }[] = [
  { from: "the map", go: ({ overview }) => expect(overview.root).toBeVisible() },
  {
    from: "a chat with text in it",
    go: async ({ overview, chat }) => {
      await overview.join("Jake")
      await chat.composer.fill("half a thought")
    },
  },
  { from: "settings", go: ({ settings }) => settings.open() },
  { from: "the cost view", go: ({ page }) => page.getByTestId("spent").click() },
  {
    from: "the tree",
    go: async ({ page, overview }) => {
      await overview.showTree()
      await overview.row("Jake").focus()
      await expect(page.getByRole("treeitem").first()).toBeVisible()
    },
  },
]

for (const { from, go } of places) {
  test(`U1: one press from ${from} leads to the card that comes first`, async ({ start }) => {
    const kibitz = await start({ probe: true })
    const { page } = kibitz
    await twoQuestions(kibitz)
    await go(kibitz)
    const [first] = await uxOf(page).queue()
    await page.keyboard.press("Control+j")
    await expect.poll(() => focusedCard(page)).toEqual(first)
    await expect.poll(() => uxOf(page).presence()).toEqual({ joined: [first?.agentId], mounted: [first?.agentId] })
  })
}

test("U1: the draft that was being written is still there afterwards", async ({ start }) => {
  const kibitz = await start({ probe: true })
  const { page, chat, overview } = kibitz
  await twoQuestions(kibitz)
  await overview.join("Jake")
  await chat.composer.fill("half a thought")
  await page.keyboard.press("Control+j")
  await expect(attentionOn(page).heading).toBeFocused()
  await page.keyboard.press("Alt+ArrowLeft")
  await expect(chat.root.getByTestId("composer")).toHaveValue("half a thought")
})

test("ux 1.13: going to somebody who asks has the keys in the card, as the walk has; going to somebody else, where one writes", async ({
  start,
}) => {
  const kibitz = await start({ probe: true })
  const { page, overview } = kibitz
  await twoQuestions(kibitz)
  const go = async (name: string) => {
    await page.keyboard.press("ControlOrMeta+p")
    await page.getByTestId("palette").getByRole("combobox").fill(name)
    await expect(page.getByTestId("palette").getByRole("option").first()).toContainText(name)
    await page.keyboard.press("Enter")
  }
  const [first] = await uxOf(page).queue()
  await overview.join("Jake")
  await page.keyboard.type("half a thought")
  await go("Tal")
  await expect.poll(() => focusedCard(page)).toEqual(first)
  const card = page.getByTestId(`card-${first?.item}`)
  await expect(card).toHaveAttribute("data-listens", "true")
  await page.keyboard.press("1")
  await expect(card.getByRole("radio").first()).toBeChecked()
  // Also where the chat is the one that is open, and the keys were in it.
  await page.keyboard.press("Escape")
  await expect(page.getByRole("textbox", { name: "Message Tal" })).toBeFocused()
  await go("Tal")
  await expect.poll(() => focusedCard(page)).toEqual(first)
  await go("Jake")
  await expect(page.getByRole("textbox", { name: "Message Jake" })).toBeFocused()
  await expect(page.getByRole("textbox", { name: "Message Jake" })).toHaveValue("half a thought")
})

test("U3: presses walk one frozen order there and back; what comes meanwhile, however urgent, waits until the walk is over", async ({
  start,
}) => {
  const kibitz = await start({ probe: true })
  const { page, overview } = kibitz
  await twoQuestions(kibitz)
  const [first, second] = await uxOf(page).queue()
  const clock = await stopClock(page)
  const press = async (key: string) => {
    await page.keyboard.press(key)
    // The chat is drawn in a few steps, which the stopped clock holds back.
    await expect(async () => {
      await clock.pass(20)
      expect((await focusedCard(page)).item).toBeDefined()
    }).toPass()
  }
  await press("Control+j")
  expect(await focusedCard(page)).toEqual(first)
  // What stops the line comes between two presses.
  const composer = page.getByTestId("composer")
  await composer.fill("/spawn Eve rehearse: key refused")
  await composer.press("Enter")
  await expect(page.getByTestId("stop-banner")).toContainText("The provider refused the key.")
  await expect.poll(async () => (await uxOf(page).queue()).length).toBe(3)
  const [urgent] = await uxOf(page).queue()
  expect([first?.item, second?.item]).not.toContain(urgent?.item)
  await press("Control+j")
  expect(await focusedCard(page)).toEqual(second)
  await press("Control+Shift+J")
  expect(await focusedCard(page)).toEqual(first)
  await clock.pass(WALK_OVER_MS)
  await press("Control+j")
  expect(await focusedCard(page)).toEqual(urgent)
  await page.keyboard.press("Alt+ArrowLeft")
  await expect(overview.root).toBeVisible()
})

test("ux 2.6: the letter walks on the map and in the lists, and is a letter where one writes", async ({ start }) => {
  const kibitz = await start({ probe: true })
  const { page, overview, chat } = kibitz
  await twoQuestions(kibitz)
  await page.getByTestId("map").focus()
  const [first] = await uxOf(page).queue()
  await page.keyboard.press("n")
  await expect.poll(() => focusedCard(page)).toEqual(first)
  await page.keyboard.press("Alt+ArrowLeft")
  await overview.rail.locator("[data-entry]").first().focus()
  await page.keyboard.press("n")
  await expect.poll(async () => (await focusedCard(page)).item).not.toBe(first?.item)
  await overview.join("Jake")
  await page.keyboard.type("no news")
  await expect(chat.composer).toHaveValue("no news")
})

test("ux 2.6: answer and go on: what is chosen is answered, and the next card is entered", async ({ start }) => {
  const kibitz = await start({ probe: true })
  const { page } = kibitz
  await twoQuestions(kibitz)
  const [first, second] = await uxOf(page).queue()
  await page.keyboard.press("Control+j")
  await expect.poll(() => focusedCard(page)).toEqual(first)
  const card = page.getByTestId(`card-${first?.item}`)
  await expect(card).toHaveAttribute("data-listens", "true")
  // Nothing is chosen: it says so, and nothing moves.
  await page.keyboard.press("ControlOrMeta+Shift+Enter")
  await expect(card).toContainText("Nothing is chosen yet.")
  expect(await focusedCard(page)).toEqual(first)
  await page.keyboard.press("1")
  await page.keyboard.press("ControlOrMeta+Shift+Enter")
  await expect.poll(() => focusedCard(page)).toEqual(second)
  expect(await uxOf(page).queue()).toEqual([second])
})

test("ux 2.6: with nobody waiting the key says so, from a chat and from the map, and moves nothing", async ({ start }) => {
  const { page, chat, overview } = await start()
  await page.keyboard.press("Control+j")
  await expect(chat.workingLine).toContainText("Nobody needs you.")
  await expect(chat.composer).toBeFocused()
  await overview.leave()
  await page.keyboard.press("Control+j")
  await expect(page.getByTestId("status-bar")).toContainText("Nobody needs you.")
  await expect(overview.root).toBeVisible()
})
