// Owns: the menu as data: what the screen says it can do, in the places where each system's users look for it. An item is carried out by the page
// that has the focus, which owns every binding: menu and keyboard cannot come to mean different things. Reload and developer tools are left out
// on purpose.
import type { MenuGroup, MenuItem } from "@kibitz/contract"
import type { MenuItemConstructorOptions } from "electron"

export type MenuActions = {
  readonly run: (action: string) => void
  readonly openDeveloperTools: (() => void) | null
}

/** These stand where the system has a place of its own for them. */
const SETTINGS = "settings"
const HELP = "help"
/** Which groups make up which menu. One that is not named here gets a menu for itself, so that nothing can be forgotten. */
const gathered: Readonly<Record<string, string>> = {
  "The map": "View",
  Window: "View",
  "Needs you": "Go",
  "Getting about": "Go",
  Finding: "Go",
  "Panes and tabs": "Window",
}

type Options = MenuItemConstructorOptions
const separator: Options = { type: "separator" }

export function menuTemplate(platform: NodeJS.Platform, groups: readonly MenuGroup[], actions: MenuActions): Options[] {
  const mac = platform === "darwin"
  const bound = ({ id, title, accelerator, isOn }: MenuItem): Options => ({
    label: title,
    enabled: isOn,
    // Shown, not registered: the page hears the key itself, and would otherwise act twice.
    ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    click: () => actions.run(id),
  })
  const named = (name: string) => groups.flatMap(({ items }) => items.filter(({ id }) => id === name)).map(bound)
  const section = (group: MenuGroup) => folded(group.items.filter(({ id }) => id !== SETTINGS && id !== HELP)).map(option)
  const menu = (label: string) => sections(groups.filter(({ title }) => (gathered[title] ?? title) === label).map(section))
  function option(part: MenuItem | Family): Options {
    return "members" in part ? { label: part.family, submenu: part.members.map(bound) } : bound(part)
  }
  const about: Options = { role: "about", label: "About Kibitz" }
  const quit: Options = { role: "quit", label: "Quit Kibitz" }
  // The system's own key for this would close the window, and with it Kibitz, where the page's closes a pane.
  const close: Options = { role: "close", accelerator: "Shift+Command+W" }
  // Elsewhere the role would register a key of its own, which is no habit there.
  const minimize: Options = { label: "Minimize", click: (_item, window) => window?.minimize() }
  const developerTools: Options[] = actions.openDeveloperTools
    ? [{ label: "Developer Tools", accelerator: "F12", click: actions.openDeveloperTools }]
    : []
  const hiding: Options[] = [{ role: "hide" }, { role: "hideOthers" }, { role: "unhide" }]
  const own = new Set(groups.map(({ title }) => gathered[title] ?? title))
  for (const label of ["Go", "View", "Window"]) own.delete(label)
  return [
    ...(mac ? [{ label: "Kibitz", submenu: sections([[about], named(SETTINGS), hiding, [quit]]) }] : []),
    { label: "File", submenu: mac ? [close] : sections([named(SETTINGS), [quit]]) },
    { label: "Edit", submenu: editing },
    { label: "View", submenu: sections([menu("View"), developerTools]) },
    { label: "Go", submenu: menu("Go") },
    ...[...own].map((label) => ({ label, submenu: menu(label) })),
    {
      label: "Window",
      submenu: sections([menu("Window"), mac ? [{ role: "minimize" }, { role: "zoom" }, { role: "front" }] : [minimize]]),
    },
    { role: "help", label: "Help", submenu: mac ? named(HELP) : sections([named(HELP), [about]]) },
  ].filter(({ submenu }) => submenu.length > 0) as Options[]
}

const editing: Options[] = [
  { role: "undo" },
  { role: "redo" },
  separator,
  { role: "cut" },
  { role: "copy" },
  { role: "paste" },
  { role: "delete" },
  separator,
  { role: "selectAll" },
]

type Family = { readonly family: string; readonly members: readonly MenuItem[] }

/** Nine of the same become one line with the nine behind it. */
function folded(items: readonly MenuItem[]): readonly (MenuItem | Family)[] {
  const seen = new Set<string>()
  return items.flatMap((item): (MenuItem | Family)[] => {
    const { family } = item
    if (family === null) return [item]
    if (seen.has(family)) return []
    seen.add(family)
    return [{ family, members: items.filter((other) => other.family === family) }]
  })
}

/** With a line between those that have something in them. */
function sections(parts: readonly (readonly Options[])[]): Options[] {
  return parts.filter((part) => part.length > 0).flatMap((part, at) => (at === 0 ? part : [separator, ...part]))
}
