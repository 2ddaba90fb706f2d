// Owns: the settings as a person uses them.
import type { Locator, Page } from "@playwright/test"

export type SettingsScreen = {
  readonly root: Locator
  /** At the first page, or at the one that is named. */
  open(page?: string): Promise<void>
  page(name: string): Promise<void>
}

export function settingsOn(page: Page): SettingsScreen {
  const root = page.getByTestId("settings")
  const choose = (name: string) => root.getByRole("navigation").getByRole("button", { name, exact: true }).click()
  return {
    root,
    async open(name) {
      await page.getByTestId("status-bar").getByRole("button", { name: "Settings" }).click()
      await root.waitFor()
      if (name !== undefined) await choose(name)
    },
    page: choose,
  }
}
