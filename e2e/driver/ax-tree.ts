// Owns: Chromium's own accessibility tree: what a screen reader is given, whatever the page's attributes were meant to say.
import type { Page } from "@playwright/test"

export type AxNode = {
  readonly role: string
  readonly name: string
  readonly isFocusable: boolean
}

/** Without what is hidden from assistive technology, as all that lies under a dialog is. */
export async function axTree(page: Page): Promise<readonly AxNode[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send("Accessibility.getFullAXTree")
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [] }) => ({
        role: String(role?.value ?? ""),
        name: String(name?.value ?? "").trim(),
        isFocusable: properties.some((one) => one.name === "focusable" && one.value.value === true),
      }))
  } finally {
    await session.detach()
  }
}

/** What one operates; each has to say what it is. */
const OPERATED = new Set([
  ...["button", "link", "textbox", "searchbox", "combobox", "ComboBoxSelect", "listbox", "option", "checkbox", "radio", "switch"],
  ...["slider", "spinbutton", "tab", "treeitem", "menuitem", "menuitemradio", "menuitemcheckbox", "application"],
])

/** Roles of what can be focused or operated and has no name. */
export function nameless(nodes: readonly AxNode[]): readonly string[] {
  return nodes
    .filter(({ role, name, isFocusable }) => name === "" && (OPERATED.has(role) || (isFocusable && role !== "RootWebArea")))
    .map(({ role }) => role)
}
