// Owns: one running app under Playwright: starting it, ending it in any way, and what it complained about.
import { _electron, type ElectronApplication, type Page } from "@playwright/test"
import { type Chat, chatOn } from "./chat.ts"
import { cleanEnvironment, electronExecutable, mainBundle, sandboxSwitches } from "./electron.ts"
import type { TestFolders } from "./folders.ts"
import { type SettingsScreen, settingsOn } from "./settings.ts"

export type Kibitz = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly chat: Chat
  readonly settings: SettingsScreen
  readonly folders: TestFolders
  readonly pid: number
  /** Errors of the page and refusals by its security policy, in the order in which they came. */
  readonly problems: readonly string[]
  /** As a user does: the window is closed, the app says goodbye. */
  quit(): Promise<void>
  /** kill -9: no handler runs. */
  kill(): Promise<void>
  /** Runs code in the page through the main process: works where the debugger has lost the page. */
  inPage(code: string): Promise<unknown>
}

export type StartOptions = {
  /** Stretches the rehearsal's delays: 1 is natural, 0 none. */
  readonly pace?: number
  readonly env?: Record<string, string>
}

export async function startKibitz(folders: TestFolders, options: StartOptions = {}): Promise<Kibitz> {
  electronExecutable()
  // Without `executablePath`, Playwright finds Electron through ELECTRON_OVERRIDE_DIST_PATH and holds the app back until it is attached.
  // With it, the window would open while Playwright attaches, and now and then it would wait for ever.
  const app = await _electron.launch({
    args: [...sandboxSwitches(), mainBundle, `--data-dir=${folders.dataDir}`, `--project=${folders.project}`],
    env: cleanEnvironment({ KIBITZ_REHEARSAL_PACE: String(options.pace ?? 0), ...options.env }),
  })
  const page = await app.firstWindow()
  const problems: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy/i.test(message.text())) problems.push(message.text())
  })
  page.on("pageerror", (error) => problems.push(String(error)))
  const gone = new Promise<void>((resolve) => app.once("close", () => resolve()))
  const child = app.process()
  return {
    app,
    page,
    folders,
    problems,
    chat: chatOn(page),
    settings: settingsOn(page),
    pid: child.pid ?? 0,
    async quit() {
      await app.close()
      await gone
    },
    async kill() {
      child.kill("SIGKILL")
      await gone
    },
    inPage: (code) =>
      app.evaluate(({ BrowserWindow }, script) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script), code),
  }
}
