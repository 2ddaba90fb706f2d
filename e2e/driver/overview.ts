// Owns: the place where nobody is joined, as a person uses it: the map, the rail beside it with what waits and the tree, and going in and out.
import type { Locator, Page } from "@playwright/test"
import { expect } from "./expect.ts"

export type OverviewScreen = {
  /** The map. */
  readonly root: Locator
  /** What waits, in the rail. */
  readonly rail: Locator
  /** What is known of the agent that is selected or talked to. */
  readonly inspector: Locator
  /** A line of the tree, while the rail shows it. */
  row(agent: string): Locator
  showTree(): Promise<void>
  showAttention(): Promise<void>
  /** Into an agent's chat, to where one writes, by name and key, from anywhere. */
  join(agent: string): Promise<void>
  /** A new child of the agent whose chat is open, without an assignment: the user is with it then. */
  spawn(agent: string): Promise<void>
  /** Out of whatever chat is open. */
  leave(): Promise<void>
}

export function overviewOn(page: Page): OverviewScreen {
  const root = page.getByTestId("map")
  return {
    root,
    rail: page.getByTestId("attention-list"),
    inspector: page.getByTestId("inspector"),
    row: (agent) => page.getByRole("treeitem").filter({ has: page.locator(".tree-name", { hasText: new RegExp(`^${agent}$`) }) }),
    showTree: () => page.getByTestId("rail-tree").click(),
    showAttention: () => page.getByTestId("rail-attention").click(),
    async spawn(agent) {
      await page.getByTestId("composer").fill(`/spawn ${agent}`)
      await page.keyboard.press("Enter")
      await expect(composerOf(page, agent)).toBeFocused()
    },
    async join(agent) {
      // Known once the map is drawn: before that there is nobody to go to. Waited for in the page: asked for from here, it would be seen up to a second late.
      await page.getByTestId("status-bar").getByTestId("posture").waitFor()
      const palette = page.getByTestId("palette")
      // Its list is that of the moment it was opened: whoever has come since is found by opening it again.
      await expect(async () => {
        while (await palette.isVisible()) await page.keyboard.press("Escape")
        await page.keyboard.press("ControlOrMeta+p")
        await palette.getByRole("combobox").fill(agent)
        await palette.getByRole("option").first().filter({ hasText: agent }).waitFor({ timeout: 2_000 })
      }).toPass()
      const isAsked = await palette.getByRole("option").first().locator(".palette-needs").isVisible()
      await page.keyboard.press("Enter")
      const composer = composerOf(page, agent)
      // Whoever waits for an answer is entered at the card; journeys begin where one writes.
      if (isAsked) {
        await expect(page.locator("[data-card-heading]:focus")).toBeVisible()
        await composer.focus()
      }
      await expect(composer).toBeFocused()
    },
    async leave() {
      await page.keyboard.press("Shift+Escape")
      await expect(root).toBeVisible()
    },
  }
}

function composerOf(page: Page, agent: string): Locator {
  return page.getByRole("textbox", { name: `Message ${agent}` })
}
