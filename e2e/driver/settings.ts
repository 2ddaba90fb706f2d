// Owns: the settings as a person uses them.
import type { Locator, Page } from "@playwright/test"

export type SettingsScreen = {
  readonly root: Locator
  open(): Promise<void>
  page(name: string): Promise<void>
}

export function settingsOn(page: Page): SettingsScreen {
  const root = page.getByTestId("settings")
  return {
    root,
    async open() {
      await page.getByRole("button", { name: "Settings" }).click()
      await root.waitFor()
    },
    async page(name) {
      await root.getByRole("button", { name }).or(root.getByRole("tab", { name })).click()
    },
  }
}
