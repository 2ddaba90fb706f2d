// Owns: one screen under test: the built renderer in a window of the engine, over a host of its own that runs in this process and plays the
// rehearsal's scenarios. What needs the desktop's own process, menu, tray or a crash is a journey (e2e/journeys).
import { join } from "node:path"
import { type AgentId, type ClientCommand, jakeId } from "@kibitz/contract"
import { type Host, openHost, openReadOnly } from "@kibitz/host"
import type { ElectronApplication, Page } from "@playwright/test"
import { type Chat, chatOn } from "../driver/chat.ts"
import { root } from "../driver/electron.ts"
import { expect } from "../driver/expect.ts"
import type { TestFolders } from "../driver/folders.ts"
import { watchProblems } from "../driver/kibitz.ts"
import { type OverviewScreen, overviewOn } from "../driver/overview.ts"
import { type SettingsScreen, settingsOn } from "../driver/settings.ts"
import type { Engine } from "./engine.ts"
import { openShell, type StageWindows } from "./windows.ts"

export type Screen = {
  /** The engine: for the size of its window and the system's clipboard. It has no menu, no tray and no host. */
  readonly app: ElectronApplication
  readonly page: Page
  readonly chat: Chat
  readonly overview: OverviewScreen
  readonly settings: SettingsScreen
  readonly windows: StageWindows
  readonly folders: TestFolders
  readonly host: Host
  /** Errors of the page and refusals by its security policy, in the order in which they came. */
  readonly problems: readonly string[]
  /** Into this agent's chat, to where one writes, as from a notice of the system: for tests that are not about the way there. */
  enter(agentId: string): Promise<void>
  /** The inside of the window. */
  resize(width: number, height: number): Promise<void>
  /** With `late`: the page hears from its host from now on. */
  letHostAnswer(): void
  /** Commands as a script gives them, in their order; done once the host has accepted the last. */
  dispatch(...commands: readonly ClientCommand[]): Promise<void>
  /** From now on the rehearsal pauses nowhere: what is being said comes to its end at once. */
  hurry(): void
  /** The window closes and the host ends, as when a user quits. */
  quit(): Promise<void>
}

export type ScreenOptions = {
  /** Stretches the rehearsal's delays: 1 is natural, 0 none. */
  readonly pace?: number
  /** On start nobody is joined. Most tests are about talking to Jake: they go in at once. */
  readonly join?: boolean
  /** The page answers for itself: `window.__ux` (ux 8). */
  readonly probe?: boolean
  /** `<agents>,<depth>,<streams>[,<others>]`: an invented team (docs/seed.md). */
  readonly seed?: string
  readonly env?: Readonly<Record<string, string>>
  /** Looks at a project that another Kibitz holds. */
  readonly readOnly?: boolean
  /** The page hears nothing from its host before `letHostAnswer`, as on a slow machine. */
  readonly late?: boolean
}

export async function openScreen(engine: Engine, folders: TestFolders, options: ScreenOptions = {}): Promise<Screen> {
  const { join: isJoined = true, probe = false, late = false } = options
  const problems: string[] = []
  const hurry = new AbortController()
  const opening = hostOf(folders, options, hurry.signal)
  const answering = Promise.withResolvers<void>()
  if (!late) answering.resolve()
  const shell = await openShell(engine, {
    host: answering.promise.then(() => opening),
    partition: folders.dataDir,
    probe,
    opened: (page) => watchProblems(page, problems),
  })
  const { page } = shell.main
  const host = await opening
  if (probe) await page.waitForFunction(() => "__ux" in globalThis)
  const overview = overviewOn(page)
  const enter = async (agentId: string) => {
    // Known once the map is drawn: before that there is nobody to go to.
    await page.getByTestId("status-bar").getByTestId("posture").waitFor()
    shell.hub.go({ kind: "go", agentId: agentId as AgentId, items: [], cause: "navigate" })
    await expect(page.getByTestId(`chat-${agentId}`).getByTestId("composer")).toBeFocused()
  }
  if (isJoined) await enter(jakeId)
  return {
    app: engine.app,
    page,
    folders,
    problems,
    host,
    overview,
    chat: chatOn(page),
    settings: settingsOn(page),
    windows: shell.windows,
    enter,
    async resize(width, height) {
      await engine.app.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
        { width, height },
      )
      await page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, { width, height })
    },
    letHostAnswer: answering.resolve,
    dispatch: (...commands) => dispatchTo(host, commands),
    hurry: () => hurry.abort(),
    async quit() {
      await shell.close()
      await host.close()
    },
  }
}

async function dispatchTo(host: Host, commands: readonly ClientCommand[]): Promise<void> {
  for (const command of commands) {
    const answer = Promise.withResolvers<void>()
    const script = host.connect("rpc", (message) => {
      if (message.type === "accepted") answer.resolve()
      if (message.type === "refused") answer.reject(new Error(message.rejection.message))
    })
    script.receive({ type: "dispatch", id: 1, command })
    await answer.promise
    script.close()
  }
}

/** Every host sets some of the disk aside. Journeys fill a disk (journeys/full-disk); here it only has to be there. */
const RESERVE_BYTES = 64 * 1024

function hostOf(
  { dataDir, project }: TestFolders,
  { pace = 0, seed, env, readOnly = false }: ScreenOptions,
  hurryRehearsal: AbortSignal,
): Promise<Host> {
  const place = { dataDir, workspace: project, resourcesDir: join(root, "resources"), version: "0.1.0" }
  if (readOnly) return openReadOnly({ ...place, isHeld: true })
  return openHost({
    ...place,
    environment: { KIBITZ_REHEARSAL_PACE: String(pace), ...env },
    hurryRehearsal,
    reserveBytes: RESERVE_BYTES,
    ...(seed === undefined ? {} : { seed }),
  })
}
