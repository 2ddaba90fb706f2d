// Owns: the posture in the title bar as a person uses it: segments, the panel that hangs from them, and the way to other agents.
import type { Locator, Page } from "@playwright/test"

export type Badge = {
  readonly root: Locator
  readonly panel: Locator
  readonly suggestion: Locator
  segment(name: "Phase" | "Work" | "Control" | "Access" | "Model"): Locator
  /** Opens the panel at this axis. */
  open(name: "Phase" | "Work" | "Control" | "Access" | "Model"): Promise<void>
  choose(value: string): Promise<void>
  /** Opens the tree of agents and goes to one. */
  goTo(agent: string): Promise<void>
}

export function badgeOn(page: Page): Badge {
  const root = page.getByTestId("posture")
  const panel = page.getByTestId("posture-panel")
  const segment: Badge["segment"] = (name) => root.getByRole("button", { name: new RegExp(`^${name}: `) })
  return {
    root,
    panel,
    suggestion: page.getByTestId("suggestion"),
    segment,
    open: (name) => segment(name).click(),
    choose: (value) => panel.getByRole("button", { name: value, exact: true }).click(),
    async goTo(agent) {
      await page.getByTestId("agent-switcher").click()
      await page
        .getByTestId("agents")
        .getByRole("treeitem", { name: new RegExp(agent) })
        .click()
    },
  }
}
