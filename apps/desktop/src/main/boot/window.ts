// Owns: the main window: shown at once, put back where it was. Closing it quits, and every other window goes with it.
import { join } from "node:path"
import type { Host } from "@kibitz/host"
import { app, BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from "electron"
import { firstStart } from "../launch/first-start.ts"
import { boundsOnScreen, type Remembered, readRemembered, type Theme, writeRemembered } from "../window/appearance.ts"
import { openScreen } from "../window/open-screen.ts"
import type { ShellLog } from "./log.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"
import type { Shell } from "./shell.ts"

type Needs = Pick<Paths, "launch" | "preload" | "resources"> & {
  readonly log: ShellLog
  readonly host: Promise<Host>
  readonly shell: Shell
}

export function window(needs: Needs, undo: (how: Undo) => void): { window: BrowserWindow } {
  const { launch, host, shell } = needs
  const file = join(launch.dataDir, "window.json")
  let remembered = readRemembered(file)
  nativeTheme.themeSource = remembered.theme
  const first = firstStart(launch, process.env)
  const made = openScreen({ ...needs, hub: shell.hub }, { agentId: null, first, options: placeOf(remembered) })
  if (remembered.maximized) made.maximize()
  const remember = (theme: Theme) => {
    remembered = { theme, bounds: made.isDestroyed() ? remembered.bounds : made.getNormalBounds(), maximized: made.isMaximized() }
    writeRemembered(file, remembered)
  }
  followTheme(host, (theme) => {
    nativeTheme.themeSource = theme
    if (theme !== remembered.theme && !made.isDestroyed()) remember(theme)
  })
  made.on("close", () => {
    remember(remembered.theme)
    // Before its page goes: those who are in its chats are told of a quit, not of a closed window.
    shell.leave()
  })
  made.once("closed", () => app.quit())
  app.on("activate", shell.hub.bringForward)
  app.on("second-instance", shell.hub.bringForward)
  undo(() => {
    shell.leave()
    for (const one of BrowserWindow.getAllWindows()) one.destroy()
  })
  return { window: made }
}

function placeOf({ bounds }: Remembered): BrowserWindowConstructorOptions {
  const screens = bounds ? screen.getAllDisplays().map((display) => display.workArea) : []
  return { width: 1200, height: 800, ...boundsOnScreen(bounds, screens), minWidth: 900, minHeight: 600 }
}

/** So that native parts, and the next start's first colour, agree with the page. */
function followTheme(host: Promise<Host>, changed: (theme: Theme) => void): void {
  host.then(
    (opened) => void opened.watch(({ theme }) => changed(theme)),
    // The boot reports a host that does not open.
    () => {},
  )
}
