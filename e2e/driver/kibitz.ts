// Owns: one running app under Playwright: starting it, ending it in any way, and what it complained about.
import { _electron, type ElectronApplication, type Page } from "@playwright/test"
import { type Chat, chatOn } from "./chat.ts"
import { cleanEnvironment, electronExecutable, mainBundle, sandboxSwitches } from "./electron.ts"
import type { TestFolders } from "./folders.ts"
import { type OverviewScreen, overviewOn } from "./overview.ts"
import { type SettingsScreen, settingsOn } from "./settings.ts"
import { type Windows, windowsOf } from "./windows.ts"

export type Kibitz = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly chat: Chat
  readonly overview: OverviewScreen
  readonly settings: SettingsScreen
  readonly windows: Windows
  readonly folders: TestFolders
  readonly pid: number
  /** Errors of all pages and refusals by their security policy, in the order in which they came. */
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
  /** On start nobody is joined. Most journeys are about talking to Jake: they go in at once. */
  readonly join?: boolean
  /** The page answers for itself: `window.__ux` (ux 8). */
  readonly probe?: boolean
  readonly args?: readonly string[]
  /** A file for the main process to load before the app. */
  readonly require?: string
  /** `<agents>,<depth>,<streams>[,<others>]`: an invented team (docs/seed.md). */
  readonly seed?: string
  readonly env?: Record<string, string>
}

export async function startKibitz(folders: TestFolders, options: StartOptions = {}): Promise<Kibitz> {
  electronExecutable()
  // Without `executablePath`, Playwright finds Electron through ELECTRON_OVERRIDE_DIST_PATH and holds the app back until it is attached.
  // With it, the window would open while Playwright attaches, and now and then it would wait for ever.
  const app = await _electron.launch({
    args: [
      ...sandboxSwitches(),
      ...(options.require === undefined ? [] : ["-r", options.require]),
      mainBundle,
      `--data-dir=${folders.dataDir}`,
      `--project=${folders.project}`,
      ...(options.probe ? ["--ux-probe"] : []),
      ...(options.seed === undefined ? [] : [`--ux-seed=${options.seed}`]),
      ...(options.args ?? []),
    ],
    env: cleanEnvironment({ KIBITZ_REHEARSAL_PACE: String(options.pace ?? 0), ...options.env }),
  })
  askAgainWhenForgotten(app)
  const problems: string[] = []
  app.on("window", (opened) => watchProblems(opened, problems))
  const page = await app.firstWindow()
  const gone = new Promise<void>((resolve) => app.once("close", () => resolve()))
  const child = app.process()
  if (options.probe) await page.waitForFunction(() => "__ux" in window)
  const overview = overviewOn(page)
  if (options.join !== false) await overview.join("Jake")
  return {
    app,
    page,
    folders,
    problems,
    chat: chatOn(page),
    overview,
    settings: settingsOn(page),
    windows: windowsOf(app),
    pid: child.pid ?? 0,
    async quit() {
      await app.close()
      await gone
    },
    async kill() {
      child.kill("SIGKILL")
      await gone
    },
    // The list has no order; the main window is the first that was made.
    inPage: (code) =>
      app.evaluate(
        ({ BrowserWindow }, script) =>
          BrowserWindow.getAllWindows()
            .toSorted((a, b) => a.id - b.id)[0]
            ?.webContents.executeJavaScript(script),
        code,
      ),
  }
}

/** Notes errors of the page and refusals by its security policy. */
export function watchProblems(page: Page, problems: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy/i.test(message.text())) problems.push(message.text())
  })
  page.on("pageerror", (error) => problems.push(String(error)))
}

/** How often it may happen in a row. */
const FORGOTTEN = 50

/**
 * A question that reaches the main process while it is loading something is answered in the midst of that, and the inspector holds the promise of the answer so
 * loosely that the next collection of garbage takes it away, though what was asked has been done. It is asked again then: nearly all may be asked twice.
 */
function askAgainWhenForgotten(app: ElectronApplication): void {
  const ask = app.evaluate.bind(app) as (...given: unknown[]) => Promise<unknown>
  const again = async (...given: unknown[]) => {
    for (let times = 0; ; times += 1) {
      try {
        return await ask(...given)
      } catch (cause) {
        if (times === FORGOTTEN || !/promise was garbage collected/i.test(String(cause))) throw cause
      }
    }
  }
  app.evaluate = again as typeof app.evaluate
}
