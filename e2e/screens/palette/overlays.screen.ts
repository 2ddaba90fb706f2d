// Overlays take the keys from the moment they are asked for until they close, and nothing that goes on beneath closes one (ux 0.2, 0.4, 2.3).
import type { Page } from "@playwright/test"
import { stopClock } from "../../driver/clock.ts"
import { eventsIn } from "../../driver/journal.ts"
import { mapOn, seeded } from "../../driver/map.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

/** From now on the page waits for the code of the palette, until it is let go. */
async function withoutPalette(page: Page): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/palette-[^/]*\.js$/, async (route) => {
    await gone
    await route.continue()
  })
  // Loaded anew, so that nothing of it has been fetched.
  await page.reload()
  await expect(page.getByTestId("status-bar").getByTestId("posture")).toBeVisible()
  return letGo
}

test("ux 1.13: Ctrl+P and a name typed in one go lead there, also while the palette's code is still on its way", async ({
  start,
}) => {
  const { page } = await start({ seed: "6,2,0", join: false })
  const letGo = await withoutPalette(page)
  await page.keyboard.press("ControlOrMeta+p")
  await page.keyboard.type("Mirax")
  await page.keyboard.press("Backspace")
  await page.keyboard.press("Enter")
  await expect(page.getByTestId("opening").getByRole("textbox")).toHaveValue("Mira")
  letGo()
  await expect(page.getByRole("textbox", { name: "Message Mira" })).toBeFocused()
  await expect(page.getByRole("textbox", { name: "Message Mira" })).toHaveValue("")
  await expect(page.locator("dialog:modal")).toHaveCount(0)
})

test("what is typed before the palette is there is in its field; Escape takes it away before it has come", async ({ start }) => {
  const { page, overview } = await start({ seed: "3,2,0", join: false })
  const letGo = await withoutPalette(page)
  await page.keyboard.press("ControlOrMeta+k")
  await page.keyboard.type("0f")
  await page.keyboard.press("Escape")
  await expect(page.locator("dialog:modal")).toHaveCount(0)
  await expect(overview.root).toBeFocused()
  await page.keyboard.press("ControlOrMeta+k")
  await page.keyboard.type("larger")
  letGo()
  const field = page.getByTestId("palette").getByRole("combobox")
  await expect(field).toHaveValue("larger")
  await expect(field).toBeFocused()
  await page.keyboard.type(" t")
  await expect(page.getByTestId("palette").getByRole("option").first()).toContainText("Larger text")
})

test("ux 6: what is waited for shows nothing at first, then its outline, then why, then a way out", async ({ start }) => {
  const { page, overview } = await start({ seed: "3,2,0", join: false })
  await withoutPalette(page)
  const clock = await stopClock(page)
  await page.keyboard.press("ControlOrMeta+k")
  const waiting = page.getByTestId("opening").locator(".loading")
  const outline = waiting.locator(".loading-outline")
  await expect(waiting).toHaveAttribute("data-stage", "nothing")
  await clock.pass(149)
  await expect(outline).toHaveCount(0)
  await clock.pass(1)
  await expect(outline).toBeVisible()
  await clock.pass(1_849)
  await expect(waiting).not.toContainText("Opening.")
  await clock.pass(1)
  await expect(waiting.getByRole("status")).toHaveText("Opening.")
  await clock.pass(7_999)
  await expect(waiting.getByRole("button")).toHaveCount(0)
  await clock.pass(1)
  await waiting.getByRole("button", { name: "Close" }).click()
  await expect(page.locator("dialog:modal")).toHaveCount(0)
  await expect(overview.root).toBeFocused()
})

test("ux 1.13: the key of the other palette changes to it; its own closes it", async ({ start }) => {
  const { page } = await start()
  const palette = page.getByTestId("palette")
  await page.keyboard.press("ControlOrMeta+k")
  await expect(palette).toHaveAccessibleName("Command palette")
  await page.keyboard.press("ControlOrMeta+p")
  await expect(palette).toHaveAccessibleName("Go to agent")
  await expect(palette.getByRole("combobox")).toBeFocused()
  await page.keyboard.press("ControlOrMeta+p")
  await expect(palette).toBeHidden()
  await expect(page.getByTestId("composer")).toBeFocused()
})

test("ux 6: without a match the palette says so; Escape clears what was typed, and the next one closes", async ({ start }) => {
  const { page, chat } = await start()
  const palette = page.getByTestId("palette")
  const field = palette.getByRole("combobox")
  await page.keyboard.press("ControlOrMeta+k")
  await field.fill("oidc")
  await expect(palette).toContainText("No match for 'oidc'. Esc clears the filter.")
  await page.keyboard.press("Escape")
  await expect(field).toHaveValue("")
  await expect(field).toBeFocused()
  await expect(palette.getByRole("option").first()).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(palette).toBeHidden()
  await expect(chat.composer).toBeFocused()
})

for (const { name, key, overlay } of [
  { name: "the palette", key: "ControlOrMeta+k", overlay: "palette" },
  { name: "the settings", key: "ControlOrMeta+,", overlay: "settings" },
  { name: "the shortcut sheet", key: "F1", overlay: "shortcut-sheet" },
  { name: "the tasks", key: "ControlOrMeta+Shift+k", overlay: "tasks-overlay" },
]) {
  test(`ux 0.4: whoever was writing goes on writing where they were, once ${name} has closed`, async ({ start }) => {
    const { page, chat } = await start()
    await page.keyboard.type("half thought")
    await chat.composer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4))
    await page.keyboard.press(key)
    await expect(page.getByTestId(overlay)).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(chat.composer).toBeFocused()
    await page.keyboard.type(" a")
    await expect(chat.composer).toHaveValue("half a thought")
  })
}

test("U10, U11: a palette over a map that was just zoomed stays; whom the zoom was for is joined once it closes", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "6,2,0", probe: true, join: false })
  const { page } = kibitz
  const map = mapOn(page)
  await map.rest()
  const target = seeded(1)
  const { x, y } = await map.point(target)
  await page.mouse.move(x, y)
  const clock = await stopClock(page)
  const fills = async () => {
    const [box, rect] = [await map.root.boundingBox(), await uxOf(page).rect(target)]
    return box && rect && rect.x <= 0 && rect.y <= 0 && rect.x + rect.width >= box.width && rect.y + rect.height >= box.height
  }
  for (let notch = 0; notch < 80 && !(await fills()); notch++) {
    await page.mouse.wheel(0, -120)
    await clock.pass(20)
  }
  await page.keyboard.press("ControlOrMeta+p")
  await page.keyboard.type("half a na")
  await clock.pass(5_000)
  await page.keyboard.type("me")
  await expect(page.getByTestId("palette").getByRole("combobox")).toHaveValue("half a name")
  expect((await uxOf(page).presence()).joined).toEqual([])
  // Nobody is called that: the first clears, the second closes.
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await expect(page.getByTestId("palette")).toBeHidden()
  await clock.pass(1_000)
  await expect(page.getByTestId(`chat-${target}`)).toBeVisible()
  await kibitz.quit()
  expect(eventsIn(folders, "presence.joined").map(({ agentId, cause }) => [agentId, cause])).toEqual([[target, "gesture"]])
})

test("U10, U11: a palette opened in the middle of a pinch leaves nobody", async ({ start }) => {
  const { page, chat } = await start()
  const clock = await stopClock(page)
  await chat.root.hover()
  await page.keyboard.down("Control")
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 10)
  await page.keyboard.up("Control")
  await page.keyboard.press("ControlOrMeta+k")
  await clock.pass(5_000)
  await expect(page.getByTestId("palette")).toBeVisible()
  await page.keyboard.press("Escape")
  await clock.pass(1_000)
  await expect(page.getByTestId("composer")).toBeFocused()
})
