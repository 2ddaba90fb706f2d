// Where the keys go when what had them is gone, and what Escape takes away first (ux 2.2, 2.4).
import { mapOn, seeded } from "../../driver/map.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

test("Escape takes away the inspector that lies over a chat, and only that; the next one leaves", async ({ start }) => {
  const { app, page, overview, chat } = await start({ probe: true })
  const ux = uxOf(page)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1000, 700))
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1000)
  const over = page.locator(".frame-inspector[data-over] > .inspector")
  const joined = { joined: ["jake"], mounted: ["jake"] }

  await test.step("from the composer, also with text in it", async () => {
    await chat.composer.fill("half a thought")
    await page.keyboard.press("Control+Shift+b")
    await expect(over).toBeVisible()
    await chat.composer.focus()
    await page.keyboard.press("Escape")
    await expect(over).toHaveCount(0)
    await expect(chat.composer).toBeFocused()
    expect(await ux.presence()).toEqual(joined)
    await chat.composer.fill("")
  })
  await test.step("from within it, and the composer has the keys again", async () => {
    await page.keyboard.press("Control+Shift+b")
    await page.getByTestId("inspector-team").click()
    await page.keyboard.press("Escape")
    await expect(over).toHaveCount(0)
    await expect(chat.composer).toBeFocused()
    expect(await ux.presence()).toEqual(joined)
  })
  await test.step("a menu or a dialog over it goes first", async () => {
    await page.keyboard.press("Control+Shift+b")
    await page.keyboard.press("Control+k")
    await expect(page.getByTestId("palette")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByTestId("palette")).toHaveCount(0)
    await expect(over).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(over).toHaveCount(0)
    expect(await ux.presence()).toEqual(joined)
  })
  await page.keyboard.press("Escape")
  await expect(overview.root).toBeVisible()
  expect(await ux.presence()).toEqual({ joined: [], mounted: [] })
  await test.step("over the map it goes before a level", async () => {
    await page.keyboard.press("Control+Shift+b")
    await expect(over).toBeVisible()
    await overview.root.focus()
    await page.keyboard.press("Escape")
    await expect(over).toHaveCount(0)
    await expect(overview.root).toBeFocused()
  })
})

test("the map hears its keys when the button that had them is gone, and after a step outwards from a tab of the rail", async ({
  start,
}) => {
  const { page, overview } = await start({ seed: "6,2,3", join: false, probe: true })
  const ux = uxOf(page)
  await mapOn(page).rest()

  await test.step("a button that goes away leaves its keys to the map", async () => {
    await page.getByTestId("hold-all").click()
    await page.getByTestId("go-on-all").click()
    await expect(page.getByTestId("go-on-all")).toHaveCount(0)
    const before = await ux.selection()
    await page.keyboard.press("ArrowDown")
    await expect.poll(ux.selection).not.toEqual(before)
    await expect(overview.root).toBeFocused()
  })
  await test.step("so does a tab of the rail, once one has gone a level outwards", async () => {
    await page.getByTestId("rail-tree").click()
    await page.keyboard.press("Shift+Escape")
    await expect(overview.root).toBeFocused()
    await page.keyboard.press("/")
    await expect(page.getByRole("textbox", { name: "Find agents by name" })).toBeFocused()
    await page.keyboard.press("Escape")
  })
  await test.step("and when that leaves a chat", async () => {
    await overview.join("Jake")
    await page.getByTestId("rail-attention").click()
    await page.keyboard.press("Shift+Escape")
    await expect(overview.root).toBeFocused()
  })
  await test.step("who writes keeps the keys, and so does the tree", async () => {
    await overview.showTree()
    await page.getByTestId("tree-filter").fill("0")
    await page.keyboard.press("/")
    await expect(page.getByTestId("tree-filter")).toHaveValue("0/")
    await page.getByTestId("tree-filter").fill("")
    const line = page.getByTestId("tree").locator(`[data-agent="${seeded(1)}"]`)
    await line.focus()
    await page.keyboard.press("Shift+Escape")
    await expect(line).toBeFocused()
  })
})
