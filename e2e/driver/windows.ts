// Owns: the app's windows as the system has them: those that chats have for themselves, which one has the focus, the menu, and what pages asked.
import type { ElectronApplication, Page } from "@playwright/test"
import { expect } from "./expect.ts"

/** As in apps/desktop/src/main/boot/ipc-log.ts: a line of what pages asked and the host committed. */
export type IpcEntry = Record<"what", string> &
  Record<"agentId" | "cause", string | null> & {
    readonly at: number
    readonly from: "page" | "host"
    readonly window: number | null
  }

export type Windows = {
  /** Waits for the window that this agent's chat has for itself. */
  ofChat(agentId: string): Promise<Page>
  /** Runs code in that window through the main process: works where the debugger waits for a navigation that was denied. */
  inChat(agentId: string, code: string): Promise<unknown>
  /** Waits for the window to go because of what was done in it. Whether that was seen to end depends on which of the two was first. */
  closing(page: Page, act: Promise<void>): Promise<void>
  count(): Promise<number>
  /** Where the pages of all windows are, the oldest first. */
  addresses(): Promise<readonly string[]>
  /** From now on: the address of each window that was brought forward. */
  broughtForward(): Promise<() => Promise<readonly string[]>>
  /** Null while the menu does not have it. */
  menuItem(label: string): Promise<{ readonly enabled: boolean; readonly accelerator: string } | null>
  /** Clicks an item of the menu by its words, as a person would, once it can be. */
  chooseFromMenu(label: string): Promise<void>
  /** Only where the app was started with `probe: true`. */
  ipcLog(): Promise<readonly IpcEntry[]>
  /** As the system says it when the screen is locked, and when it no longer is. */
  screen(event: "lock-screen" | "unlock-screen"): Promise<void>
  /** Locked, and unlocked so many minutes later by the app's own clock. */
  lockedFor(minutes: number): Promise<void>
}

export function windowsOf(app: ElectronApplication): Windows {
  const addresses = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .filter((window) => !window.isDestroyed() && !window.webContents.isDestroyed())
        .toSorted((a, b) => a.id - b.id)
        .map(({ webContents }) => webContents.getURL()),
    )
  const menuItem = (label: string) =>
    app.evaluate(({ Menu }, wanted) => {
      const all = (menu: Electron.Menu | null | undefined): Electron.MenuItem[] =>
        (menu?.items ?? []).flatMap((item) => [item, ...all(item.submenu)])
      const found = all(Menu.getApplicationMenu()).find((item) => item.label === wanted)
      return found ? { enabled: found.enabled, accelerator: String(found.accelerator ?? "") } : null
    }, label)
  const windows: Windows = {
    addresses,
    count: async () => (await addresses()).length,
    async ofChat(agentId) {
      const find = () => app.windows().find((page) => new URL(page.url()).searchParams.get("chat") === agentId)
      await expect.poll(() => find() !== undefined).toBe(true)
      const page = find()
      if (!page) throw new Error(`${agentId} has no window of its own`)
      await expect(page.getByTestId(`chat-${agentId}`).getByTestId("composer")).toBeVisible()
      return page
    },
    inChat: (agentId, code) =>
      app.evaluate(
        ({ BrowserWindow }, [address, script]) =>
          BrowserWindow.getAllWindows()
            .find((window) => !window.isDestroyed() && window.webContents.getURL() === address)
            ?.webContents.executeJavaScript(script),
        [`app://kibitz/?chat=${agentId}`, code] as const,
      ),
    async closing(page, act) {
      await Promise.all([page.isClosed() || page.waitForEvent("close"), act.catch(() => {})])
    },
    async broughtForward() {
      await app.evaluate(({ BrowserWindow }) => {
        const forward: string[] = []
        Object.assign(globalThis, { forward })
        const { focus } = BrowserWindow.prototype
        BrowserWindow.prototype.focus = function (this: Electron.BrowserWindow) {
          forward.push(this.webContents.getURL())
          focus.call(this)
        }
      })
      return () => app.evaluate(() => (globalThis as unknown as { forward: string[] }).forward)
    },
    menuItem,
    async chooseFromMenu(label) {
      await expect.poll(async () => (await menuItem(label))?.enabled).toBe(true)
      await app.evaluate(({ Menu }, wanted) => {
        const all = (menu: Electron.Menu | null | undefined): Electron.MenuItem[] =>
          (menu?.items ?? []).flatMap((item) => [item, ...all(item.submenu)])
        all(Menu.getApplicationMenu())
          .find((item) => item.label === wanted)
          ?.click()
      }, label)
    },
    ipcLog: () => app.evaluate(() => (globalThis as unknown as { __ipcLog: IpcEntry[] }).__ipcLog),
    async lockedFor(minutes) {
      await windows.screen("lock-screen")
      await app.evaluate(({ powerMonitor }, ms) => {
        const now = performance.now.bind(performance)
        performance.now = () => now() + ms
        powerMonitor.emit("unlock-screen")
        performance.now = now
      }, minutes * 60_000)
    },
    async screen(event) {
      // The app listens for it a moment after it has started.
      await expect
        .poll(() => app.evaluate(({ powerMonitor }, name) => powerMonitor.listenerCount(name), event))
        .toBeGreaterThan(0)
      await app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event)
    },
  }
  return windows
}
