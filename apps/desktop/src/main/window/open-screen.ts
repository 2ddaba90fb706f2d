// Owns: a window with a page of ours in it: walled in like every other, in the theme's colour from the first moment, known to the hub, and
// brought back when its page dies (F33). Does not own: where it stands (caller).
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { AgentId } from "@kibitz/contract"
import { app, BrowserWindow, type BrowserWindowConstructorOptions, dialog, Menu, nativeTheme } from "electron"
import type { ShellLog } from "../boot/log.ts"
import type { Paths } from "../boot/paths.ts"
import type { FirstStart } from "../launch/first-start.ts"
import type { Hub } from "../shell/hub.ts"
import { addressOf } from "./address.ts"
import { backgroundOf } from "./appearance.ts"
import { crashBudget } from "./crash-budget.ts"
import { webPreferences } from "./web-preferences.ts"

export type ScreenParts = Pick<Paths, "launch" | "preload" | "resources"> & { readonly log: ShellLog; readonly hub: Hub }
type What = {
  /** Whose chat it is for; null: the main window. */
  readonly agentId: AgentId | null
  readonly first?: FirstStart | null
  readonly options: BrowserWindowConstructorOptions
}

export function openScreen(
  { launch, preload, resources, log, hub }: ScreenParts,
  { agentId, first = null, options }: What,
): BrowserWindow {
  const made = new BrowserWindow({
    ...options,
    title: "Kibitz",
    backgroundColor: backgroundOf(nativeTheme.shouldUseDarkColors),
    webPreferences: webPreferences(preload, launch.developerTools),
  })
  // The page has a button for it (≡): a bar would stand between the window's frame and the page's own.
  made.setMenuBarVisibility(false)
  const abandon = hub.adopt({
    id: made.webContents.id,
    agentId,
    isFocused: () => !made.isDestroyed() && made.isFocused(),
    bringForward: () => bringForward(made),
    toggleFullScreen: () => made.setFullScreen(!made.isFullScreen()),
    showMenu: ({ x, y }) => Menu.getApplicationMenu()?.popup({ window: made, x, y }),
    close: () => made.close(),
  })
  const repaint = () => made.setBackgroundColor(backgroundOf(nativeTheme.shouldUseDarkColors))
  nativeTheme.on("updated", repaint)
  made.once("closed", () => {
    nativeTheme.off("updated", repaint)
    abandon()
  })
  comeBack(made, log, agentId === null)
  wearIcon(made, join(resources, "icons", "icon.png"))
  void made
    .loadURL(addressOf({ agentId, probe: launch.probe, first }))
    .catch((cause: unknown) => log("page did not load", { error: String(cause) }))
  return made
}

function bringForward(made: BrowserWindow): void {
  if (made.isDestroyed()) return
  if (made.isMinimized()) made.restore()
  made.show()
  made.focus()
}

/** By then the first page is drawn: decoding the picture would hold it up. */
const ICON_MS = 1_000

/** Started from its folder on Linux, nothing else gives the window an icon. */
function wearIcon(made: BrowserWindow, file: string): void {
  if (process.platform !== "linux" || !existsSync(file)) return
  const timer = setTimeout(() => made.setIcon(file), ICON_MS)
  made.once("closed", () => clearTimeout(timer))
}

/** The page holds nothing that is not in the journal, so it can be thrown away and loaded again while agents go on. */
function comeBack(made: BrowserWindow, log: ShellLog, isMain: boolean): void {
  const budget = crashBudget()
  made.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || made.isDestroyed()) return
    log("page is gone", { reason, exitCode })
    // Chromium is still clearing up after the dead process in this tick, and would drop the reload.
    if (budget.spend(performance.now())) return void setImmediate(() => made.isDestroyed() || made.webContents.reload())
    log("page keeps dying; asking the user")
    void askToTryAgain(made, isMain)
  })
  made.on("unresponsive", () => {
    log("page does not answer")
    made.webContents.forcefullyCrashRenderer()
  })
}

async function askToTryAgain(made: BrowserWindow, isMain: boolean): Promise<void> {
  const { response } = await dialog.showMessageBox(made, {
    type: "error",
    message: "The window keeps stopping. Agents keep working.",
    detail: isMain
      ? "Try again, or quit and start Kibitz anew. Nothing is lost."
      : "Try again, or close this window. The chat is in the main window too, and nothing is lost.",
    buttons: ["Try again", isMain ? "Quit" : "Close"],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  if (response === 0) made.webContents.reload()
  else if (isMain) app.quit()
  else made.close()
}
