// Owns: the system's notices as a stub in the main process sees them: what was shown, what still stands, the count on the icon, and a click.
import type { ElectronApplication, Page } from "@playwright/test"

type Shown = { readonly title: string; readonly body: string; readonly silent: boolean }
type Stub = { shown: (Shown & { stands: boolean; click(): void })[]; counts: number[] }

export type Notices = {
  shown(): Promise<readonly (Shown & { readonly stands: boolean })[]>
  /** What the icon was set to, in order. */
  counts(): Promise<readonly number[]>
  click(at: number): Promise<void>
}

/** From now on nothing reaches the system itself. */
export async function stubNotices(app: ElectronApplication): Promise<Notices> {
  await app.evaluate(({ Notification, app: electron }) => {
    const stub: Stub = { shown: [], counts: [] }
    Object.assign(globalThis, { noticeStub: stub })
    Notification.isSupported = () => true
    Notification.prototype.show = function (this: Electron.Notification) {
      const { title, body, silent } = this
      const entry = { title, body, silent, stands: true, click: () => void this.emit("click") }
      this.once("close", () => {
        entry.stands = false
      })
      stub.shown.push(entry)
    }
    Notification.prototype.close = function (this: Electron.Notification) {
      this.emit("close")
    }
    electron.setBadgeCount = (count = 0) => {
      stub.counts.push(count)
      return true
    }
  })
  return {
    shown: () =>
      app.evaluate(() =>
        (globalThis as unknown as { noticeStub: Stub }).noticeStub.shown.map(({ title, body, silent, stands }) => ({
          title,
          body,
          silent,
          stands,
        })),
      ),
    counts: () => app.evaluate(() => (globalThis as unknown as { noticeStub: Stub }).noticeStub.counts),
    click: (at) =>
      app.evaluate((_, index) => (globalThis as unknown as { noticeStub: Stub }).noticeStub.shown[index]?.click(), at),
  }
}

/** The test's debugger keeps every page focused; a person looks elsewhere, and back. */
export function look(page: Page, where: "away" | "back"): Promise<void> {
  return page.evaluate((isBack) => {
    document.hasFocus = () => isBack
    dispatchEvent(new Event(isBack ? "focus" : "blur"))
  }, where === "back")
}
