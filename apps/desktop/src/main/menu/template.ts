// Owns: the menu as data. Items with a key are not carried out here: they press that key in the page, which owns every binding,
// so that menu and keyboard cannot come to mean different things. Reload and developer tools are left out on purpose.
import type { MenuItemConstructorOptions } from "electron"

export type Key = { readonly keyCode: string; readonly modifiers: readonly ("control" | "meta" | "shift")[] }
export type MenuActions = {
  readonly press: (key: Key) => void
  readonly openDeveloperTools: (() => void) | null
}

export function menuTemplate(platform: NodeJS.Platform, actions: MenuActions): MenuItemConstructorOptions[] {
  const mac = platform === "darwin"
  const command = mac ? "meta" : "control"
  const bound = (label: string, accelerator: string, key: Key): MenuItemConstructorOptions => ({
    label,
    accelerator,
    // Shown, not registered: the page hears the key itself, and would otherwise act twice.
    registerAccelerator: false,
    click: () => actions.press(key),
  })
  const settings = bound("Settings…", "CommandOrControl+,", { keyCode: ",", modifiers: [command] })
  const stop = mac
    ? bound("Stop Reply", "Command+.", { keyCode: ".", modifiers: ["meta"] })
    : bound("Stop Reply", "Ctrl+Shift+Backspace", { keyCode: "Backspace", modifiers: ["control", "shift"] })
  const shortcuts = mac
    ? bound("Keyboard Shortcuts", "Command+/", { keyCode: "/", modifiers: ["meta"] })
    : bound("Keyboard Shortcuts", "F1", { keyCode: "F1", modifiers: [] })
  const about: MenuItemConstructorOptions = { role: "about", label: "About Kibitz" }
  const developerTools: MenuItemConstructorOptions[] = actions.openDeveloperTools
    ? [{ type: "separator" }, { label: "Developer Tools", accelerator: "F12", click: actions.openDeveloperTools }]
    : []
  return [
    ...(mac
      ? [
          {
            label: "Kibitz",
            submenu: [
              about,
              { type: "separator" },
              settings,
              { type: "separator" },
              { role: "hide" },
              { role: "hideOthers" },
              { role: "unhide" },
              { type: "separator" },
              { role: "quit" },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: "File",
      submenu: mac ? [stop, { type: "separator" }, { role: "close" }] : [stop, settings, { type: "separator" }, { role: "quit" }],
    },
    {
      label: "Edit",
      submenu: [
        { role: "undo" },
        { role: "redo" },
        { type: "separator" },
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "delete" },
        { type: "separator" },
        { role: "selectAll" },
      ],
    },
    {
      label: "View",
      submenu: [
        bound("Larger Text", "CommandOrControl+Plus", { keyCode: "=", modifiers: [command] }),
        bound("Smaller Text", "CommandOrControl+-", { keyCode: "-", modifiers: [command] }),
        bound("Normal Text Size", "CommandOrControl+0", { keyCode: "0", modifiers: [command] }),
        { type: "separator" },
        { role: "togglefullscreen" },
        ...developerTools,
      ],
    },
    {
      label: "Go",
      submenu: [
        bound("Go to Agent…", "CommandOrControl+K", { keyCode: "k", modifiers: [command] }),
        { type: "separator" },
        bound("Next Waiting Item", "CommandOrControl+J", { keyCode: "j", modifiers: [command] }),
        bound("Previous Waiting Item", "CommandOrControl+Shift+J", { keyCode: "j", modifiers: [command, "shift"] }),
      ],
    },
    { label: "Window", submenu: mac ? [{ role: "minimize" }, { role: "zoom" }, { role: "front" }] : [{ role: "minimize" }] },
    { role: "help", label: "Help", submenu: mac ? [shortcuts] : [shortcuts, about] },
  ]
}
