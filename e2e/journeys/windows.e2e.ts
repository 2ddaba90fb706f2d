// Windows of their own for chats (ux 2.4): a chat moves there and back without anybody leaving, is never joined twice, tells what the main one tells,
// and its window is walled in like the main one.
import { devtoolsSwitch, peepholeOf } from "../driver/devtools.ts"
import { eventsIn } from "../driver/journal.ts"
import { startPlainly } from "../driver/plain-start.ts"
import { commandLine, processTree } from "../driver/processes.ts"
import { expect, test } from "../driver/test.ts"

const changes = ["presence.joined", "presence.left"]
const told = (folders: { dataDir: string }) =>
  eventsIn(folders, ...changes).map(({ type, agentId, cause }) => `${type.slice("presence.".length)} ${agentId} ${cause}`)

test("OPM-3: a chat moves to a window of its own and back, with its draft, and nobody leaves or joins by that", async ({
  start,
  folders,
}) => {
  const kibitz = await start()
  const { page, chat, overview, windows } = kibitz
  await chat.composer.fill("half a sentence")
  await page.keyboard.press("ControlOrMeta+Shift+D")
  const own = await windows.ofChat("jake")
  await expect(own.getByTestId("composer")).toHaveValue("half a sentence")
  await expect(overview.root).toBeVisible()
  await expect(own).toHaveTitle(/^Jake/)

  await test.step("it is the whole chat: one can send, and is answered", async () => {
    await own.getByTestId("composer").fill("hello")
    await own.getByTestId("composer").press("Enter")
    await expect(own.locator(".reply").last()).toContainText("I am Jake")
  })
  await windows.closing(own, own.getByRole("button", { name: "Back to the main window" }).click())
  await expect(chat.replies.last()).toContainText("I am Jake")
  await expect.poll(windows.count).toBe(1)

  await kibitz.quit()
  expect(told(folders)).toEqual(["joined jake navigate", "left jake quit"])
})

test("ux 6, F33: a window of its own whose page dies comes back with its chat: it was left, and is joined again", async ({
  folders,
}) => {
  const run = startPlainly(folders, { args: [devtoolsSwitch, "--ux-seed=3,2,0"] })
  const main = peepholeOf(run, /^app:\/\/kibitz\/$/)
  const own = peepholeOf(run, /\?chat=jake$/)
  const text = (page: typeof own, where: string) =>
    page.evaluate(`document.querySelector('[data-testid=${where}]')?.textContent ?? ""`).catch(() => "gone")
  await expect.poll(() => text(main, "status-bar"), { timeout: 20_000 }).toContain("planning")
  await main.evaluate("document.querySelector('[data-region=map]').focus()")
  await main.typeLine("")
  await expect.poll(() => text(main, "chat-jake")).toContain("Jake")
  const before = pagesOf(run.pid)
  await main.typeLine("/pop")
  await expect.poll(() => text(own, "chat-jake"), { timeout: 20_000 }).toContain("Jake")
  await expect.poll(() => text(main, "chat-jake")).toBe("")

  const [page] = pagesOf(run.pid).filter((pid) => !before.includes(pid))
  if (page === undefined) throw new Error("the window has no page")
  process.kill(page, "SIGKILL")
  await expect.poll(() => text(own, "chat-jake"), { timeout: 20_000 }).toContain("The window restarted. Agents kept working.")
  // The badge is there once the world is known, which is after the chat was joined again.
  await expect.poll(() => text(own, "posture"), { timeout: 20_000 }).toContain("planning")

  run.process.kill("SIGTERM")
  expect(await run.ended).toEqual({ code: 0, signal: null })
  expect(told(folders)).toEqual(["joined jake navigate", "left jake recovered", "joined jake rejoin", "left jake quit"])
})

test("1a-2 to 1a-14: a window of its own is walled in like the main one", async ({ start }) => {
  const { app, page, windows } = await start()
  await page.keyboard.press("ControlOrMeta+Shift+D")
  const own = await windows.ofChat("jake")
  const preferences = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) =>
      (webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences(),
    ),
  )
  expect(preferences).toHaveLength(2)
  expect(preferences[1]).toEqual(preferences[0])
  expect(preferences[1]).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true })
  expect(await own.evaluate(() => ["require", "process", "ipcRenderer"].filter((name) => name in globalThis))).toEqual([])
  expect(await own.evaluate(() => String(window.open("app://kibitz/")))).toBe("null")
  await own.getByTestId("composer").fill("still here")
  for (const address of ["?chat=other", "https://example.invalid/"]) {
    await windows.inChat("jake", `location.href = ${JSON.stringify(address)}`)
    // A page that had been led away would have lost what was typed.
    expect(await windows.inChat("jake", "document.querySelector('[data-testid=composer]')?.value")).toBe("still here")
  }
  expect(await windows.addresses()).toEqual(["app://kibitz/", "app://kibitz/?chat=jake"])
})

function pagesOf(app: number): number[] {
  return processTree(app).filter((pid) => commandLine(pid).includes("--type=renderer"))
}
