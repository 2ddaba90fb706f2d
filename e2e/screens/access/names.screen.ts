// Names and roles as assistive technology gets them, point by point (ux 7). Tabs are in screens/tabs, the tree in screens/tree, motion in
// pages-motion.screen.ts, text size in pages-text-size.screen.ts.
import { attentionOn } from "../../driver/attention.ts"
import { axTree, nameless } from "../../driver/ax-tree.ts"
import { hoursLater } from "../../driver/later.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"
import { bringUp, oneScene } from "../../views/on-stage.ts"
import { type Shown, scenes } from "../../views/scenes.ts"
import { toMap } from "../../views/views.ts"

test.describe("a team of twelve", () => {
  const stage = oneScene(scenes.team)
  let kibitz: Shown
  test.beforeEach(async () => {
    kibitz = stage()
    await toMap(kibitz)
  })

  test("ux 7.1: the map is one application that tells who is selected, what waits there, and where it stands", async () => {
    const { page, overview } = kibitz
    const map = page.getByRole("application", { name: "Agents" })
    await expect(map).toHaveAttribute("aria-roledescription", "zoom map")
    await overview.showTree()
    await overview.row("Jake").focus()
    await page.keyboard.type("Ed")
    await expect
      .poll(() => told(kibitz))
      .toMatch(/^Ed, needs you: question, .*agents? waits?, .*row \d of \d, column \d of \d, level 3$/)
    await map.focus()
    await page.keyboard.press("ArrowDown")
    await expect.poll(() => told(kibitz)).not.toMatch(/^Ed,/)
  })

  test("ux 7.5: who needs the user is said once, politely, and without taking the focus", async () => {
    const region = kibitz.page.getByRole("status", { name: "Who needs you" })
    await expect(region).toHaveAttribute("aria-live", "polite")
    await expect(region).toContainText(/needs? you/)
  })

  test("ux 7.6: a card is a group with a heading, and every button says the whole of what it does, without its key", async () => {
    const { page, overview } = kibitz
    await overview.join("Ruth")
    const card = page.getByRole("group", { name: /^Approval/ })
    await expect(card.getByRole("heading", { name: /Approval/ })).toBeVisible()
    await expect(card.getByRole("button", { name: /^Approve once .*docs\.shop\.example/ })).toBeVisible()
    await expect(card.getByRole("button", { name: /^Deny .*docs\.shop\.example/ })).toBeVisible()
    await expect(card.getByRole("button", { name: /^[ASDR]\b/ })).toHaveCount(0)
    await expect(card.getByRole("button", { name: /^Approve once/ })).toHaveAttribute("aria-keyshortcuts", /a/i)
  })

  test("ux 7.9: what a drag or a pinch does, buttons do: closer, farther, all of it, and every way", async () => {
    const zoom = kibitz.page.getByRole("toolbar", { name: "Move the map" })
    await expect(zoom).toBeVisible()
    const names = await zoom
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute("aria-label") ?? ""))
    expect(names.every((name) => name !== "")).toBe(true)
    for (const wanted of [/zoom in/i, /zoom out/i, /whole map/i, /left/i, /right/i, /up/i, /down/i])
      expect(
        names.some((name) => wanted.test(name)),
        String(wanted),
      ).toBe(true)
  })

  test("ux 7.11: every state has its word beside its shape and colour", async () => {
    const { page, overview } = kibitz
    await overview.showTree()
    const items = page.getByRole("treeitem")
    await expect(items).toHaveCount(12)
    for (const row of await items.allTextContents())
      expect(row).toMatch(/needs you|working|waits for|done|your turn|no assignment|idle|stopped/)
  })

  test("ux 7.14: neither the focus nor a selection joins anybody, on the map, in the tree, in the rail or among the tabs", async () => {
    const { page, overview } = kibitz
    const ux = uxOf(page)
    await overview.showTree()
    await page.getByRole("treeitem").first().focus()
    for (const key of ["ArrowDown", "ArrowDown", "End", "Home"]) await page.keyboard.press(key)
    await overview.root.focus()
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key)
    await overview.showAttention()
    await overview.rail.locator("[data-entry]").first().focus()
    await page.keyboard.press("ArrowDown")
    await page.getByRole("tab", { name: /Jake/ }).first().focus()
    await page.keyboard.press("ArrowRight")
    expect((await ux.presence()).joined).toEqual([])
  })

  test("ux 7.8: palette, settings, keys and log are dialogs with names; the palette is a combobox with a list", async () => {
    const { page, settings } = kibitz
    await page.keyboard.press("Control+k")
    const palette = page.getByRole("dialog", { name: "Command palette" })
    const field = palette.getByRole("combobox")
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute("aria-expanded", "true")
    const list = palette.getByRole("listbox")
    expect(await field.getAttribute("aria-controls")).toBe(await list.getAttribute("id"))
    await page.keyboard.press("ArrowDown")
    const active = await field.getAttribute("aria-activedescendant")
    await expect(palette.locator(`[id="${active}"]`)).toHaveAttribute("aria-selected", "true")
    await page.keyboard.press("Escape")
    await settings.open()
    await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("F1")
    await expect(page.locator("dialog:modal")).toHaveAccessibleName(/\w/)
    await page.keyboard.press("Escape")
  })

  test("ux 7: in the tree that Chromium gives to a screen reader, whatever can be operated has a name, and everything is what it is", async () => {
    const { page, overview, settings } = kibitz
    const sees = async (what: string, ...wanted: readonly (readonly [role: string, name: RegExp])[]) => {
      await test.step(what, async () => {
        const nodes = await axTree(page)
        expect(nameless(nodes)).toEqual([])
        for (const [role, name] of wanted) {
          const names = nodes.filter((node) => node.role === role).map((node) => node.name)
          expect(names, role).toEqual(expect.arrayContaining([expect.stringMatching(name)]))
        }
        expect(nodes.some(({ isFocusable }) => isFocusable)).toBe(true)
      })
    }
    // The tree is read once: what is looked for has to be drawn by then.
    await overview.showTree()
    await expect(overview.row("Ed")).toBeVisible()
    await sees("the map and the tree", ["application", /^Agents$/], ["tree", /^Agents$/], ["treeitem", /^.*Ed/], ["tablist", /./])
    await overview.showAttention()
    await expect(overview.rail.locator("[data-entry]").first()).toBeVisible()
    await sees("what waits", ["group", /^Waiting for you$/], ["region", /^Blocked on you$/])
    await overview.join("Ruth")
    await attentionOn(page).ready("Approval")
    await sees("a chat with a card", ["log", /^Conversation with Ruth$/], ["group", /^Approval/], ["textbox", /^Message Ruth$/])
    await page.keyboard.press("Control+k")
    await expect(page.getByTestId("palette").getByRole("option").first()).toBeVisible()
    await sees("the palette", ["dialog", /^Command palette$/], ["combobox", /./], ["listbox", /./], ["option", /./])
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+Shift+K")
    await expect(page.getByTestId("tasks-overlay").locator(".task-line").first()).toBeFocused()
    await sees("the tasks", ["dialog", /^Tasks$/], ["heading", /^Running \d+$/], ["button", /Ruth/])
    await page.keyboard.press("Escape")
    for (const [name, heading] of [
      ["Access", /^Allowed beyond the profiles$/],
      ["Attention", /^Who may knock$/],
      ["Appearance", /^Text size$/],
      ["Keyboard", /./],
    ] as const) {
      await settings.open(name)
      await expect(settings.root.getByRole("heading", { name: heading }).first()).toBeVisible()
      await sees(`the settings: ${name}`, ["dialog", /^Settings$/], ["heading", heading])
      await page.keyboard.press("Escape")
    }
  })

  test("ux 7.15: help is in the same place everywhere, and under F1", async () => {
    const { page, overview } = kibitz
    const help = page.getByTestId("status-bar").getByRole("button", { name: "Help" })
    const before = await help.boundingBox()
    await overview.join("Jake")
    expect(await help.boundingBox()).toEqual(before)
    await page.keyboard.press("F1")
    await expect(page.getByTestId("shortcut-sheet")).toBeVisible()
    await page.keyboard.press("Escape")
  })

  test("ux 7.13: a question waits as long as it has to, and can be answered then", async () => {
    const { page, overview } = kibitz
    const now = await hoursLater(page, 4)
    try {
      await overview.join("Ed")
      const { card, ready } = attentionOn(page)
      await ready("Question")
      await card.getByRole("radio").first().check()
      await card.getByRole("button", { name: /^Answer/ }).click()
      await expect(card.filter({ hasText: "OIDC" })).toHaveCount(0)
    } finally {
      await now.again()
    }
  })
})

test("ux 7.4: the transcript is a silent log, what is being written is busy, and one polite region speaks for it", async ({
  engine,
}) => {
  const kibitz = await bringUp(engine, scenes.conversation)
  const { page, chat } = kibitz
  try {
    const log = page.getByRole("log", { name: "Conversation with Jake" })
    await expect(log).toHaveAttribute("aria-live", "off")
    await expect(log.locator("[aria-busy=true]")).toHaveCount(1)
    await expect(page.getByRole("status", { name: "Jake says" })).toHaveAttribute("aria-live", "polite")
    await expect(chat.composer).toHaveAccessibleName("Message Jake")
    // What was said may be in any script: each text finds its own direction (ux 7.16).
    await expect(chat.yours.last().locator("[dir]").first()).toHaveAttribute("dir", /auto|ltr/)
  } finally {
    await kibitz.quit()
  }
})

/** What the map names as its active one. */
async function told({ overview }: Shown): Promise<string> {
  return overview.root.evaluate((map) => {
    const id = map.getAttribute("aria-activedescendant") ?? ""
    return document.getElementById(id)?.getAttribute("aria-label") ?? ""
  })
}
