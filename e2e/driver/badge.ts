// Owns: the posture in the status bar as a person uses it: segments, the panel that hangs from them, and the way to other agents.
import type { Locator, Page } from "@playwright/test"
import { overviewOn } from "./overview.ts"

export type Badge = {
  readonly root: Locator
  readonly panel: Locator
  readonly suggestion: Locator
  /** Asks about a typed line that raises a power. */
  readonly raise: Locator
  segment(name: "Phase" | "Work" | "Control" | "Access" | "Model"): Locator
  /** Opens the panel at this axis. */
  open(name: "Phase" | "Work" | "Control" | "Access" | "Model"): Promise<void>
  choose(value: string): Promise<void>
  /** The second step of a typed line. */
  confirm(values: string): Promise<void>
  /** Goes to another agent. */
  goTo(agent: string): Promise<void>
}

export function badgeOn(page: Page): Badge {
  const root = page.getByTestId("status-bar").getByTestId("posture")
  const panel = page.getByTestId("posture-panel")
  const raise = page.getByTestId("raise")
  const segment: Badge["segment"] = (name) => root.getByRole("button", { name: new RegExp(`^${name}: `) })
  return {
    root,
    panel,
    suggestion: page.getByTestId("suggestion"),
    raise,
    segment,
    open: (name) => segment(name).click(),
    choose: (value) => panel.getByRole("button", { name: value, exact: true }).click(),
    confirm: (values) => raise.getByRole("button", { name: `Confirm ${values}`, exact: true }).click(),
    async goTo(agent) {
      await overviewOn(page).join(agent)
    },
  }
}
