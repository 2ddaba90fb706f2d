import type { MenuItemConstructorOptions } from "electron"
import { expect, test } from "vitest"
import { type Key, menuTemplate } from "./template.ts"

const everyItem = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? everyItem(item.submenu) : [])])

const items = (platform: NodeJS.Platform, developerTools = false) =>
  everyItem(menuTemplate(platform, { press: () => {}, openDeveloperTools: developerTools ? () => {} : null }))

test.each(["linux", "win32", "darwin"] as const)("U31: nothing in the menu reloads or opens developer tools (%s)", (platform) => {
  const roles = items(platform).map((item) => item.role?.toLowerCase())
  for (const role of ["reload", "forcereload", "toggledevtools", "viewmenu", "windowmenu"]) expect(roles).not.toContain(role)
  const keys = items(platform).map((item) => item.accelerator)
  for (const key of ["F5", "F12", "CommandOrControl+R", "CommandOrControl+Shift+R", "CommandOrControl+Shift+I"])
    expect(keys).not.toContain(key)
})

test("developer tools are there when asked for", () => {
  expect(items("linux", true).find((item) => item.accelerator === "F12")).toBeDefined()
})

test.each([
  ["linux", "control"],
  ["darwin", "meta"],
] as const)("menu items press the page's own keys (%s)", (platform, modifier) => {
  const pressed: Key[] = []
  const bound = everyItem(menuTemplate(platform, { press: (key) => pressed.push(key), openDeveloperTools: null })).filter(
    (item) => item.registerAccelerator === false,
  )
  expect(bound.map((item) => item.label).sort()).toEqual(["Larger Text", "Normal Text Size", "Settings…", "Smaller Text"])
  for (const item of bound) (item.click as () => void)()
  expect(pressed.map((key) => key.keyCode).sort()).toEqual([",", "-", "0", "="])
  expect(pressed.every((key) => key.modifiers.length === 1 && key.modifiers[0] === modifier)).toBe(true)
})
