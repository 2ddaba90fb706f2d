// The tree is everything the map is, for the keyboard and for those who do not see the map (ux 7.1, 7.2).
import type { Locator, Page } from "@playwright/test"
import { seeded } from "../../driver/map.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

const lines = (page: Page) => page.getByTestId("tree").getByRole("treeitem")
const here = (page: Page): Locator => page.locator("[role=treeitem][tabindex='0']")

async function atName(page: Page, name: string | RegExp): Promise<void> {
  await expect(here(page).locator(".tree-name")).toHaveText(name)
  await expect(here(page)).toBeFocused()
}

test("ux 7.2: roles, levels and places are told; one line has the tab stop; arrows, Home, End and letters move it and join nobody", async ({
  start,
}) => {
  const { page, overview } = await start({ seed: "17,3,0", join: false, probe: true })
  await overview.showTree()
  const tree = page.getByRole("tree", { name: "Agents" })
  await expect(tree).toBeVisible()
  await expect(lines(page)).toHaveCount(17)

  await test.step("what a screen reader is told", async () => {
    const facts = (id: string) =>
      page
        .getByTestId("tree")
        .locator(`[data-agent="${id}"]`)
        .evaluate((element) =>
          ["aria-level", "aria-posinset", "aria-setsize", "aria-expanded", "aria-selected"].map((name) =>
            element.getAttribute(name),
          ),
        )
    expect(await facts("jake")).toEqual(["1", "1", "1", "true", "true"])
    expect(await facts(seeded(2))).toEqual(["2", "2", "4", "true", "false"])
    expect(await facts(seeded(5))).toEqual(["3", "1", "3", null, "false"])
  })
  await test.step("exactly one line is a stop for Tab, and the arrows take it along", async () => {
    await expect(here(page)).toHaveCount(1)
    await here(page).focus()
    await page.keyboard.press("ArrowDown")
    await atName(page, "Ed")
    await page.keyboard.press("ArrowDown")
    await expect(here(page)).toHaveAttribute("aria-level", "3")
    await page.keyboard.press("ArrowLeft")
    await atName(page, "Ed")
    await expect(here(page)).toHaveCount(1)
  })
  await test.step("left closes and goes up, right opens and goes down", async () => {
    await page.keyboard.press("ArrowLeft")
    await expect(here(page)).toHaveAttribute("aria-expanded", "false")
    await expect(lines(page)).toHaveCount(14)
    await page.keyboard.press("ArrowLeft")
    await atName(page, "Jake")
    await page.keyboard.press("ArrowRight")
    await atName(page, "Ed")
    await page.keyboard.press("ArrowRight")
    await expect(here(page)).toHaveAttribute("aria-expanded", "true")
    await page.keyboard.press("ArrowRight")
    await expect(here(page)).toHaveAttribute("aria-level", "3")
  })
  await test.step("Home, End, letters", async () => {
    await page.keyboard.press("Home")
    await atName(page, "Jake")
    await page.keyboard.press("End")
    const names = await lines(page).locator(".tree-name").allTextContents()
    await atName(page, names.at(-1) ?? "")
    await page.keyboard.press("Home")
    await page.keyboard.type("mir")
    await atName(page, "Mira")
  })
  await test.step("the filter keeps who matches with everybody above, says when nobody does, and Escape clears it", async () => {
    const filter = page.getByTestId("tree-filter")
    await filter.fill("gil")
    await expect(lines(page).locator(".tree-name").filter({ hasText: "Gil" })).toHaveCount(1)
    await filter.fill("nobody at all")
    await expect(page.getByText("No match for 'nobody at all'. Esc clears the filter.")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(lines(page)).toHaveCount(17)
  })
  expect(await uxOf(page).presence()).toEqual({ joined: [], mounted: [] })
})

test("the tree does what the map does: join, look, room, beside, rename, dismiss and tidy, all by key", async ({ start }) => {
  const { page, overview } = await start({ seed: "6,2,0", join: false, probe: true })
  const ux = uxOf(page)
  await overview.showTree()
  await here(page).focus()

  await test.step("Space looks, Shift+Enter shows its room, and neither joins", async () => {
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Space")
    await expect(page.getByTestId("peek")).toContainText("A look at Ed, not joined")
    await page.keyboard.press("Escape")
    await expect(here(page)).toBeFocused()
    await page.keyboard.press("Shift+Enter")
    await expect.poll(ux.selection).toEqual([seeded(1)])
    expect(await ux.presence()).toEqual({ joined: [], mounted: [] })
  })
  await test.step("F2 renames; a name that is taken is refused in place", async () => {
    await here(page).focus()
    await page.keyboard.press("F2")
    const dialog = page.getByTestId("rename")
    await expect(dialog.getByLabel("Name")).toBeFocused()
    await dialog.getByLabel("Name").fill("Mira")
    await page.keyboard.press("Enter")
    await expect(dialog).toContainText("Mira is taken.")
    await dialog.getByLabel("Name").fill("Scribe")
    await page.keyboard.press("Enter")
    await expect(dialog).toHaveCount(0)
    await atName(page, "Scribe")
  })
  await test.step("the menu of a line: everything by name; dismissing leaves a gap, and tidying closes it", async () => {
    await page.keyboard.press("Shift+F10")
    const menu = page.getByTestId("tree-menu")
    for (const name of ["Join", "Its room", "Peek", "Open beside", "Rename…", "Add a child", "Dismiss…"]) {
      await expect(menu.getByRole("button", { name })).toBeVisible()
    }
    await menu.getByRole("button", { name: "Dismiss…" }).click()
    await menu.getByRole("button", { name: "Dismiss Scribe" }).click()
    await expect(lines(page)).toHaveCount(5)
    expect((await ux.cell(seeded(2)))?.index).toBe(2)
    await page.keyboard.press("Home")
    await here(page).focus()
    await page.keyboard.press("Home")
    await atName(page, "Jake")
    await page.keyboard.press("Shift+F10")
    await menu.getByRole("button", { name: "Tidy its room" }).click()
    await expect.poll(async () => (await ux.cell(seeded(2)))?.index).toBe(1)
  })
  await test.step("Enter joins", async () => {
    await here(page).focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect.poll(ux.presence).toEqual({ joined: [seeded(2)], mounted: [seeded(2)] })
    await expect(here(page)).toContainText("you are here")
  })
})

test("two thousand in the tree: only those in view are on the page, and End is one key away", async ({ start }) => {
  const { page, overview } = await start({ seed: "2000,4,0", join: false })
  await overview.showTree()
  await here(page).focus()
  await expect.poll(() => lines(page).count()).toBeLessThan(120)
  await page.keyboard.press("End")
  await expect(here(page)).toBeFocused()
  const [at, all] = await here(page).evaluate((element) => [element.ariaPosInSet, element.ariaSetSize])
  expect(at).toBe(all)
})

test("ux 7.1: several at once, by key alone: Shift takes along, the same buttons as on the map act on all, Escape lets go", async ({
  start,
}) => {
  const { page, overview } = await start({ seed: "6,2,3", join: false })
  await expect(page.getByTestId("active")).toContainText("3", { timeout: 20_000 })
  await overview.showTree()
  await expect(page.getByRole("tree")).toHaveAttribute("aria-multiselectable", "true")
  await here(page).focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Shift+ArrowDown")
  await page.keyboard.press("Shift+ArrowDown")
  const selection = page.getByTestId("tree-selection")
  await expect(selection).toContainText("3 selected")
  await expect(page.locator("[role=treeitem][aria-selected=true]")).toHaveCount(3)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Shift+Space")
  await expect(selection).toContainText("4 selected")
  const chosen = page.locator("[role=treeitem][aria-selected=true]")
  const working = await chosen.and(page.locator("[data-status=working]")).count()
  expect(working).toBeGreaterThan(1)
  await selection.getByRole("button", { name: "Pause" }).click()
  await expect(chosen.and(page.locator("[data-status=paused]"))).toHaveCount(working)
  // While a turn is still coming to an end there is nothing to go on from.
  await expect(async () => {
    await selection.getByRole("button", { name: "Go on" }).click()
    await expect(chosen.and(page.locator("[data-status=paused]"))).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await here(page).focus()
  await page.keyboard.press("Escape")
  await expect(selection).toHaveCount(0)
  await expect(here(page)).toBeFocused()
})
