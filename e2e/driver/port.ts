// Owns: standing between the preload and the page, as a script in the page could: for what no button says, and for what no page of ours would say.
import type { ElectronApplication, Page } from "@playwright/test"
import { expect } from "./expect.ts"

export type TakenPort = {
  /** Sends a command; nobody waits for the answer. */
  dispatch(...commands: readonly object[]): Promise<void>
}

/** Loads the page again: nobody is joined afterwards. Leaves `testPort` and `testAnswers` in it. */
export async function takePort({ app, page }: { readonly app: ElectronApplication; readonly page: Page }): Promise<TakenPort> {
  await page.addInitScript(() => {
    const answers: unknown[] = []
    addEventListener("message", (event) => {
      const port = event.ports[0]
      if (event.data !== "kibitz:port" || !port) return
      port.addEventListener("message", ({ data }) => answers.push(data))
      Object.assign(globalThis, { testPort: port, testAnswers: answers })
    })
  })
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
  await expect.poll(() => page.evaluate(() => "testPort" in globalThis).catch(() => false)).toBe(true)
  return {
    dispatch: (...commands) =>
      page.evaluate((all) => {
        const { testPort } = globalThis as unknown as { testPort: MessagePort }
        for (const [at, command] of all.entries()) testPort.postMessage({ type: "dispatch", id: `test-${at}`, command })
      }, commands),
  }
}
