// What is leaving and what is not (ux 2.3): looking away, hiding the window, overlays, a locked screen, quitting, dying.
import { eventsIn } from "../driver/journal.ts"
import { expect, test } from "../driver/test.ts"

const lefts = (folders: { dataDir: string }) =>
  eventsIn(folders, "presence.left").map(({ agentId, cause }) => `${agentId} ${cause}`)
const first = "agent_000000000000000000000001"
const second = "agent_000000000000000000000002"

test("ux 2.3: with the standing order, a locked screen leaves every chat in every window, and says why", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "3,2,0" })
  const { page, chat, overview, settings, windows } = kibitz
  await settings.open()
  await settings.page("Attention")
  await settings.root.getByRole("checkbox", { name: /screen locks/ }).check()
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

test("U12: quitting with three joined, two of them in windows of their own, lets three leave because of it", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "3,2,0" })
  const { page, windows } = kibitz
  await expect(page.getByTestId("chat-jake")).toBeVisible()
  await page.keyboard.press("ControlOrMeta+Shift+D")
  await windows.ofChat("jake")
  await expect(page.getByTestId("chat-jake")).toHaveCount(0)
  await page.getByTestId("map").focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ControlOrMeta+Shift+D")
  await windows.ofChat(first)
  await page.getByTestId("map").focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page.getByTestId(`chat-${second}`)).toBeVisible()
  await kibitz.quit()
  expect(lefts(folders).toSorted()).toEqual([`${first} quit`, `${second} quit`, "jake quit"])
})

test("U12: kill -9 with two joined, one in a window of its own: the next start tells both, once, and opens no window for them", async ({
  start,
  folders,
}) => {
  const killed = await start({ seed: "3,2,0" })
  await killed.page.keyboard.press("ControlOrMeta+Shift+D")
  await killed.windows.ofChat("jake")
  await expect(killed.page.getByTestId("chat-jake")).toHaveCount(0)
  await killed.page.getByTestId("map").focus()
  await killed.page.keyboard.press("ArrowRight")
  await killed.page.keyboard.press("Enter")
  await expect(killed.page.getByTestId(`chat-${first}`)).toBeVisible()
  await killed.kill()
  const next = await start({ join: false })
  await expect(next.overview.root).toBeVisible()
  expect(await next.windows.count()).toBe(1)
  await next.quit()
  expect(lefts(folders).toSorted()).toEqual([`${first} recovered`, "jake recovered"])
})
