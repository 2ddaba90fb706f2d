// U27: axe finds nothing serious in chats, settings and overlays, in either theme. The fourteen views are looked at in screens/app/views.screen.ts.
import { axeIn, seriousProblems } from "../../driver/axe.ts"
import { expect, test } from "../../stage/test.ts"
import { dress, themes } from "../../views/dress.ts"

test("U27: nothing serious in an empty chat, a failure, on any page of the settings, in the keys and in everybody who works", async ({
  start,
}) => {
  test.setTimeout(240_000)
  const kibitz = await start()
  const { page, chat, settings } = kibitz
  const found: string[] = []
  /** All of them are told, not the first alone. */
  const look = async (where: string) => {
    // A card that has just come is deaf for a moment, and looks it; under a dialog it stays deaf, and does not.
    await expect(page.locator(":root:not(:has(dialog:modal)) .card[data-listens=false]")).toHaveCount(0)
    for (const [at, theme] of themes.entries()) {
      await dress(kibitz, theme)
      found.push(...(await seriousProblems(page, axeIn(at))).map((problem) => `${where}, ${theme}: ${problem}`))
    }
  }
  await look("an empty chat")
  await chat.send("rehearse: key refused")
  await expect(chat.notices.last().getByRole("button", { name: "Fix key" })).toBeVisible()
  await look("a failure with its buttons")
  await settings.open()
  const pages = await settings.root.getByRole("navigation").getByRole("button").allTextContents()
  expect(pages.length).toBeGreaterThanOrEqual(10)
  for (const name of pages) {
    await settings.page(name)
    await look(`settings: ${name}`)
  }
  await page.keyboard.press("Escape")
  for (const key of ["F1", "Control+Shift+K"]) {
    await page.keyboard.press(key)
    await expect(page.locator("dialog:modal")).toBeVisible()
    await look(`what ${key} opens`)
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog:modal")).toHaveCount(0)
  }
  expect(found).toEqual([])
})
