// Owns: the one window: shown at once in the theme's colour, put back where it was, brought back when its page dies (F33).
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Host } from "@kibitz/host"
import { app, BrowserWindow, dialog, nativeTheme, screen } from "electron"
import { APP_ORIGIN } from "../serve/resolve-asset.ts"
import {
  backgroundOf,
  boundsOnScreen,
  type Remembered,
  readRemembered,
  type Theme,
  writeRemembered,
} from "../window/appearance.ts"
import { crashBudget } from "../window/crash-budget.ts"
import { followTheme } from "../window/follow-theme.ts"
import { webPreferences } from "../window/web-preferences.ts"
import type { ShellLog } from "./log.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

type Needs = Pick<Paths, "launch" | "preload" | "resources"> & { readonly log: ShellLog; readonly host: Promise<Host> }

export function window({ launch, preload, resources, log, host }: Needs, undo: (how: Undo) => void): { window: BrowserWindow } {
  const file = join(launch.dataDir, "window.json")
  let remembered = readRemembered(file)
  nativeTheme.themeSource = remembered.theme
  const made = makeWindow(remembered, preload, launch.developerTools)
  const remember = (theme: Theme) => {
    remembered = { theme, bounds: made.isDestroyed() ? remembered.bounds : made.getNormalBounds(), maximized: made.isMaximized() }
    writeRemembered(file, remembered)
  }
  followTheme(host, (theme) => {
    nativeTheme.themeSource = theme
    if (theme !== remembered.theme && !made.isDestroyed()) remember(theme)
  })
  made.on("close", () => remember(remembered.theme))
  nativeTheme.on("updated", () => {
    if (!made.isDestroyed()) made.setBackgroundColor(backgroundOf(nativeTheme.shouldUseDarkColors))
  })
  comeBack(made, log)
  made.webContents.once("did-finish-load", () => wearIcon(made, join(resources, "icons", "icon.png")))
  app.on("activate", () => made.show())
  void made.loadURL(`${APP_ORIGIN}/`).catch((cause: unknown) => log("page did not load", { error: String(cause) }))
  undo(() => made.destroy())
  return { window: made }
}

function makeWindow(remembered: Remembered, preload: string, developerTools: boolean): BrowserWindow {
  const screens = remembered.bounds ? screen.getAllDisplays().map((display) => display.workArea) : []
  const made = new BrowserWindow({
    width: 1200,
    height: 800,
    ...boundsOnScreen(remembered.bounds, screens),
    minWidth: 900,
    minHeight: 600,
    title: "Kibitz",
    backgroundColor: backgroundOf(nativeTheme.shouldUseDarkColors),
    webPreferences: webPreferences(preload, developerTools),
  })
  if (remembered.maximized) made.maximize()
  return made
}

/** Started from its folder on Linux, nothing else gives the window an icon. Late: decoding it would hold the first page up. */
function wearIcon(made: BrowserWindow, file: string): void {
  if (process.platform === "linux" && existsSync(file)) made.setIcon(file)
}

/** The page holds nothing that is not in the journal, so it can be thrown away and loaded again while agents go on. */
function comeBack(made: BrowserWindow, log: ShellLog): void {
  const budget = crashBudget()
  made.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || made.isDestroyed()) return
    log("page is gone", { reason, exitCode })
    // Chromium is still clearing up after the dead process in this tick, and would drop the reload.
    if (budget.spend(performance.now())) return void setImmediate(() => made.isDestroyed() || made.webContents.reload())
    log("page keeps dying; asking the user")
    void askToTryAgain(made)
  })
  made.on("unresponsive", () => {
    log("page does not answer")
    made.webContents.forcefullyCrashRenderer()
  })
}

async function askToTryAgain(made: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(made, {
    type: "error",
    message: "The window keeps stopping. Agents keep working.",
    detail: "Try again, or quit and start Kibitz anew. Nothing is lost.",
    buttons: ["Try again", "Quit"],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  if (response === 1) app.quit()
  else made.webContents.reload()
}
