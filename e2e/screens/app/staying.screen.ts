// What is leaving and what is not (ux 2.3): looking away, hiding the window, overlays, a locked screen, quitting, dying.

import { stopClock } from "../../driver/clock.ts"
import { eventsIn } from "../../driver/journal.ts"
import { expect, test } from "../../stage/test.ts"

const changes = ["presence.joined", "presence.left"]
const lefts = (folders: { dataDir: string }) =>
  eventsIn(folders, "presence.left").map(({ agentId, cause }) => `${agentId} ${cause}`)
const first = "agent_000000000000000000000001"

test("U9: one press is one join, asked once and told once", async ({ start }) => {
  const { page, windows, overview } = await start({ probe: true, join: false, seed: "3,2,0" })
  await expect(overview.root).toBeFocused()
  await page.keyboard.press("Enter")
  const joins = async () => (await windows.ipcLog()).filter(({ what }) => what === "presence.join" || what === "presence.joined")
  await expect
    .poll(async () => (await joins()).map(({ from, what }) => `${from} ${what}`))
    .toEqual(["page presence.join", "host presence.joined"])
  const [asked, told] = await joins()
  expect([asked?.agentId, told?.agentId, told?.cause]).toEqual(["jake", "jake", "navigate"])
})

test("U11: looking away, hiding, minimising, overlays, a peek, a lock and fifteen idle minutes are no leaving", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ probe: true, seed: "3,2,0", join: false })
  const { app, page, chat, overview, settings, windows } = kibitz
  // Before the chat is there: what it waits for is in the test's hand from the start.
  const clock = await stopClock(page)
  await clock.resume()
  await overview.join("Jake")
  await chat.send("hello")
  await chat.finished()
  const inMain = (what: "minimize" | "restore" | "hide" | "show" | "blur" | "focus") =>
    app.evaluate(({ BrowserWindow }, verb) => BrowserWindow.getAllWindows()[0]?.[verb](), what)
  for (const what of ["blur", "focus", "minimize", "restore", "hide", "show"] as const) await inMain(what)
  await page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event("blur"))
  })
  await expect.poll(async () => (await windows.ipcLog()).filter(({ what }) => what === "focus.set").length).toBeGreaterThan(1)

  for (const [key, overlay] of [
    ["ControlOrMeta+k", "palette"],
    ["ControlOrMeta+p", "palette"],
    ["ControlOrMeta+Shift+k", "tasks-overlay"],
    ["F1", "shortcut-sheet"],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByTestId(overlay)).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByTestId(overlay)).toHaveCount(0)
  }
  await settings.open()
  await page.keyboard.press("Escape")
  await chat.send("/audit")
  await expect(page.getByTestId("audit").locator("[data-entry]").first()).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByTestId("audit")).toHaveCount(0)
  await overview.showTree()
  await overview.row("Jake").focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Space")
  await expect(page.getByTestId("peek")).toBeVisible()
  await page.keyboard.press("Escape")
  await windows.screen("lock-screen")
  await windows.screen("unlock-screen")
  await clock.pass(900_000)
  // The time has passed for the chat: it offers to leave, and does not.
  await expect(chat.root.getByTestId("idle-chip")).toBeVisible()
  await expect(chat.root).toBeVisible()
  expect((await windows.ipcLog()).map(({ what }) => what).filter((what) => /^presence\./.test(what))).toEqual([
    "presence.join",
    "presence.joined",
  ])
  await kibitz.quit()
  expect(eventsIn(folders, ...changes).map(({ type, cause }) => `${type} ${cause}`)).toEqual([
    "presence.joined navigate",
    "presence.left quit",
  ])
})

test("ux 2.3: with the standing order, a locked screen leaves every chat in every window, and says why", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "3,2,0" })
  const { page, chat, overview, settings, windows } = kibitz
  await settings.open()
  await settings.page("Attention")
  const order = settings.root.getByRole("checkbox", { name: /screen locks/ })
  // It shows what the host has accepted, which may be a moment after the click.
  await order.click()
  await expect(order).toBeChecked()
  await page.keyboard.press("Escape")
  await page.keyboard.press("ControlOrMeta+Shift+D")
  const own = await windows.ofChat("jake")
  await expect(overview.root).toBeVisible()
  await page.getByTestId("map").focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await expect(page.getByTestId(`chat-${first}`)).toBeVisible()
  await windows.closing(own, windows.screen("lock-screen"))
  await expect(overview.root).toBeVisible()
  await expect(chat.composer).toHaveCount(0)
  await kibitz.quit()
  expect(eventsIn(folders, "presence.left").map(({ cause }) => cause)).toEqual(["standing-order", "standing-order"])
})

test("ux 2.3: after a long lock with somebody waiting it is offered to leave when the screen locks, once; saying yes is enough", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "3,2,0" })
  const { page, overview, windows } = kibitz
  const offer = page.getByTestId("lock-offer")
  await windows.lockedFor(9)
  await windows.lockedFor(25)
  await expect(offer).toContainText("Jake waited for 25 minutes while the screen was locked.")
  await expect(page.getByTestId("composer")).toBeFocused()
  await offer.getByRole("button", { name: "Leave when it locks" }).click()
  await expect(offer).toHaveCount(0)
  await windows.lockedFor(25)
  await expect(overview.root).toBeVisible()
  await expect(offer).toHaveCount(0)
  await kibitz.quit()
  expect(lefts(folders)).toEqual(["jake standing-order"])
})
