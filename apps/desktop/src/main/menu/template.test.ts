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
  ["linux", "control", ["Backspace control shift", "F1"]],
  ["darwin", "meta", [". meta", "/ meta"]],
] as const)("menu items press the page's own keys, once (%s)", (platform, command, its) => {
  const pressed: Key[] = []
  const bound = everyItem(menuTemplate(platform, { press: (key) => pressed.push(key), openDeveloperTools: null })).filter(
    (item) => item.registerAccelerator === false,
  )
  for (const item of bound) (item.click as () => void)()
  expect(bound.map((item) => item.label).sort()).toEqual([
    "Go to Agent…",
    "Keyboard Shortcuts",
    "Larger Text",
    "Next Waiting Item",
    "Normal Text Size",
    "Previous Waiting Item",
    "Settings…",
    "Smaller Text",
    "Stop Reply",
  ])
  const shared = [",", "-", "0", "=", "j", "k"].map((key) => `${key} ${command}`)
  expect(pressed.map(({ keyCode, modifiers }) => [keyCode, ...modifiers].join(" ")).sort()).toEqual(
    [...shared, `j ${command} shift`, ...its].sort(),
  )
})
