import type { MenuGroup, MenuItem } from "@kibitz/contract"
import type { MenuItemConstructorOptions } from "electron"
import { expect, test } from "vitest"
import { menuTemplate } from "./template.ts"

type Options = MenuItemConstructorOptions
const everyItem = (items: readonly Options[]): Options[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? everyItem(item.submenu) : [])])

const item = (id: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  title: `Do ${id}`,
  accelerator: null,
  isOn: true,
  family: null,
  ...more,
})
const groups: readonly MenuGroup[] = [
  { title: "Needs you", items: [item("attention-next", { accelerator: "Ctrl+J" })] },
  {
    title: "Getting about",
    items: [item("back"), item("slot-1", { family: "Go to slot 1–9" }), item("slot-2", { family: "Go to slot 1–9" })],
  },
  { title: "Panes and tabs", items: [item("pop-out", { accelerator: "Ctrl+Shift+D" })] },
  { title: "Agents", items: [item("hold-all"), item("repair", { isOn: false })] },
  { title: "Window", items: [item("settings", { accelerator: "Ctrl+," }), item("help"), item("full-screen")] },
  { title: "Something new", items: [item("unheard-of")] },
]
const systems = ["linux", "win32", "darwin"] as const
const drawn = (
  platform: NodeJS.Platform,
  run: (action: string) => void = () => {},
  openDeveloperTools: (() => void) | null = null,
) => menuTemplate(platform, groups, { run, openDeveloperTools })
const labels = (submenu: Options["submenu"]) => (submenu as Options[]).map(({ label, role, type }) => label ?? role ?? type)

test.each(systems)("U31: nothing in the menu reloads or opens developer tools (%s)", (platform) => {
  const items = everyItem(drawn(platform))
  const roles = items.map((one) => one.role?.toLowerCase())
  for (const role of ["reload", "forcereload", "toggledevtools", "viewmenu", "windowmenu"]) expect(roles).not.toContain(role)
  const keys = items.map((one) => one.accelerator)
  for (const key of ["F5", "F12", "CommandOrControl+R", "CommandOrControl+Shift+R", "CommandOrControl+Shift+I"])
    expect(keys).not.toContain(key)
})

test.each(systems)("everything the screen can do is in it once, with its key shown and not registered (%s)", (platform) => {
  const ran: string[] = []
  const bound = everyItem(drawn(platform, (action) => ran.push(action))).filter(({ label }) => label?.startsWith("Do "))
  for (const one of bound) (one.click as () => void)()
  expect(ran.toSorted()).toEqual(groups.flatMap(({ items }) => items.map(({ id }) => id)).toSorted())
  for (const one of bound) expect(one.accelerator === undefined || one.registerAccelerator === false).toBe(true)
  expect(bound.find(({ label }) => label === "Do attention-next")?.accelerator).toBe("Ctrl+J")
  expect(bound.find(({ label }) => label === "Do repair")?.enabled).toBe(false)
})

test("what is alike lies in one place, and a group nobody has heard of still has a menu", () => {
  const menus = drawn("linux")
  expect(menus.map(({ label }) => label)).toEqual(["File", "Edit", "View", "Go", "Agents", "Something new", "Window", "Help"])
  expect(labels(menus[3]?.submenu)).toEqual(["Do attention-next", "separator", "Do back", "Go to slot 1–9"])
  expect(labels(menus[0]?.submenu)).toEqual(["Do settings", "separator", "Quit Kibitz"])
  expect(labels(menus[6]?.submenu)).toEqual(["Do pop-out", "separator", "Minimize"])
})

test("macOS has its own first menu, and its key for closing a window is not the page's key for closing a pane", () => {
  const menus = drawn("darwin")
  expect(menus.map(({ label }) => label)).toEqual([
    "Kibitz",
    "File",
    "Edit",
    "View",
    "Go",
    "Agents",
    "Something new",
    "Window",
    "Help",
  ])
  expect(labels(menus[0]?.submenu)).toEqual([
    "About Kibitz",
    "separator",
    "Do settings",
    "separator",
    "hide",
    "hideOthers",
    "unhide",
    "separator",
    "Quit Kibitz",
  ])
  expect(everyItem(menus).find(({ role }) => role === "close")?.accelerator).toBe("Shift+Command+W")
})

test("before the screen has said anything there is a menu too, without empty parts", () => {
  for (const platform of systems) {
    const menus = menuTemplate(platform, [], { run: () => {}, openDeveloperTools: null })
    expect(menus.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["File", "Edit", "Window", ...(platform === "darwin" ? ["Kibitz"] : ["Help"])]),
    )
    for (const { submenu } of menus) {
      expect((submenu as Options[]).at(0)?.type).not.toBe("separator")
      expect((submenu as Options[]).at(-1)?.type).not.toBe("separator")
    }
  }
})

test("developer tools are there when asked for", () => {
  expect(
    everyItem(
      drawn(
        "linux",
        () => {},
        () => {},
      ),
    ).find(({ accelerator }) => accelerator === "F12"),
  ).toBeDefined()
})
