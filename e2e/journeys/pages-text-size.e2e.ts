// Large text and narrow windows: nothing is cut off, covered or painted over something else, and nothing but code and tables scrolls both ways.
// U30 at twice the text size in a window of 1280×800; ux 7.11 where a window of 1280 is magnified four times, which leaves it 320 px to lay out in.
import { attentionOn } from "../driver/attention.ts"
import { faultsOf } from "../driver/geometry.ts"
import type { Kibitz } from "../driver/kibitz.ts"
import { expect, test } from "../driver/test.ts"

const settingsPages = [
  "General",
  "Models and keys",
  "Agents and limits",
  "Access",
  "Attention",
  "Appearance",
  "Keyboard",
  "Quality gates",
  "Data and privacy",
  "About",
]

/** Every place that can be gone to, with what is wrong there. All of it is told, not the first alone. */
async function faultsEverywhere({ page, chat, overview, settings }: Kibitz): Promise<readonly string[]> {
  const faults: string[] = []
  const look = async (where: string) => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    faults.push(...(await faultsOf(page)).map((fault) => `${where}: ${fault}`))
  }
  await look("the welcome")
  await page.keyboard.press("Escape")
  await expect(overview.root).toBeVisible()
  await look("the map")
  await overview.join("Jake")
  await look("an empty chat")
  await chat.send("Show me markdown")
  await chat.finished()
  await look("a chat with everything a reply can hold")
  await chat.send("rehearse: team")
  await overview.leave()
  await expect(page.getByTestId("count-needs-you")).toHaveText(/[2-9]/, { timeout: 45_000 })
  await look("the map with a team")
  await page.keyboard.press("Control+j")
  await expect(attentionOn(page).heading).toBeFocused()
  await look("a card")
  await page.keyboard.press("Control+j")
  await look("another card")
  await page.keyboard.press("Shift+Escape")
  for (const name of settingsPages) {
    await settings.open(name)
    await look(`settings: ${name}`)
    await page.keyboard.press("Escape")
  }
  await page.keyboard.press("F1")
  await expect(page.getByRole("dialog")).toBeVisible()
  await look("the keys")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+k")
  await expect(page.getByTestId("palette")).toBeVisible()
  await look("the palette")
  await page.keyboard.press("Escape")
  await page.getByTestId("status-bar").getByTestId("spent").click()
  await expect(page.getByTestId("cost")).toBeVisible()
  await look("the cost")
  await settings.open("Data and privacy")
  await settings.root.getByRole("button", { name: "Open the log" }).click()
  await expect(page.getByTestId("audit")).toBeVisible()
  await look("the audit log")
  return faults
}

test("U30 text at 200 %: the welcome, the map, chats, cards and every page can be used", async ({ start }) => {
  test.setTimeout(180_000)
  const kibitz = await start({ join: false })
  const { app, page, settings } = kibitz
  await expect(page.getByTestId("welcome")).toBeVisible()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800))
  await settings.open("Appearance")
  await settings.root.getByRole("slider", { name: "Text size in percent" }).press("End")
  await expect.poll(() => page.evaluate(() => document.documentElement.style.fontSize)).toBe("200%")
  await page.keyboard.press("Escape")
  await expect(settings.root).toHaveCount(0)
  expect(await faultsEverywhere(kibitz)).toEqual([])
})

test("ux 7.11: magnified four times, in 320 px, everything stands in one column and can be used", async ({ start }) => {
  test.setTimeout(180_000)
  const kibitz = await start({ join: false })
  const { app, page } = kibitz
  await expect(page.getByTestId("welcome")).toBeVisible()
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setMinimumSize(320, 320)
    window?.setContentSize(320, 640)
  })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(320)
  expect(await faultsEverywhere(kibitz)).toEqual([])
})
