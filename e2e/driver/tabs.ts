// Owns: the tabs as a person uses them.
import type { Locator, Page } from "@playwright/test"

export type Tabs = {
  readonly all: Locator
  of(agent: string): Locator
  /** The names, from left to right. */
  names(): Promise<readonly string[]>
  /** Presses one entry of a tab's menu. */
  choose(agent: string, entry: string): Promise<void>
}

export function tabsOn(page: Page): Tabs {
  const all = page.getByRole("tablist", { name: "Open chats" }).getByRole("tab")
  const of = (agent: string) => all.filter({ has: page.locator(".tab-name", { hasText: new RegExp(`^${agent}$`) }) })
  return {
    all,
    of,
    names: () => all.locator(".tab-name").allTextContents(),
    async choose(agent, entry) {
      await of(agent).click({ button: "right" })
      await page.getByRole("menuitem", { name: entry }).click()
    },
  }
}
