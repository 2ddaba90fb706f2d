// Large text and narrow windows: nothing is cut off, covered or painted over something else, and nothing but code and tables scrolls both ways.
// U30 at twice the text size in a window of 1280×800; ux 7.11 where a window of 1280 is magnified four times, which leaves it 320 px to lay out in.
import type { Locator, Page } from "@playwright/test"
import { attentionOn } from "../../driver/attention.ts"
import { faultsOf } from "../../driver/geometry.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"
import { resize } from "../../views/scenes.ts"

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

/** Of the entry that was reached: whether all that is said about it is where one reads it. */
function reachedEntry(page: Page): Promise<{ name: string; isWhole: boolean }> {
  return page.evaluate(() => {
    const option = [...document.querySelectorAll<HTMLElement>("[role=option][aria-selected=true]")].at(-1)
    const list = option?.closest("[role=listbox]")
    const about = document.querySelector<HTMLElement>("[data-testid=palette-about]")
    const frame = document.querySelector("dialog:modal") ?? list
    const isInside = (inner: Element | null | undefined, outer: Element | null | undefined) => {
      const [small, large] = [inner?.getBoundingClientRect(), outer?.getBoundingClientRect()]
      return small !== undefined && large !== undefined && small.top >= large.top - 1 && small.bottom <= large.bottom + 1
    }
    const words = about ?? option
    const isCut = [...(words?.querySelectorAll<HTMLElement>("p, .slash-help, .slash-hint") ?? [])].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0,
    )
    const name = option?.querySelector(".slash-name, .palette-title")?.textContent ?? ""
    return { name, isWhole: isInside(option, list) && isInside(words, frame) && !isCut }
  })
}

for (const percent of ["100%", "200%"]) {
  test(`ux 4: with text at ${percent} in a small window what every command does can be read to its end, in both lists and in /help`, async ({
    start,
  }) => {
    const kibitz = await start()
    const { page, chat, settings } = kibitz
    await resize(kibitz, 1000, 700)
    if (percent === "200%") {
      await settings.open("Appearance")
      await settings.root.getByRole("slider", { name: "Text size in percent" }).press("End")
      await expect.poll(() => page.evaluate(() => document.documentElement.style.fontSize)).toBe(percent)
      await page.keyboard.press("Escape")
      await expect(settings.root).toHaveCount(0)
    }
    const readAll = async (options: Locator) => {
      await expect(options.first()).toBeVisible()
      const names = new Set<string>()
      for (let { name } = await reachedEntry(page); !names.has(name); { name } = await reachedEntry(page)) {
        names.add(name)
        // A list that scrolls is measured anew for a frame or two.
        await expect.poll(() => reachedEntry(page)).toEqual({ name, isWhole: true })
        await page.keyboard.press("ArrowDown")
      }
      expect(names.size).toBeGreaterThan(40)
    }
    await chat.composer.fill("/")
    await readAll(page.getByTestId("options").getByRole("option"))
    await chat.composer.fill("")
    await page.keyboard.press("ControlOrMeta+k")
    await page.getByTestId("palette").getByRole("combobox").fill("/")
    await readAll(page.getByTestId("palette").getByRole("option"))
    await page.keyboard.press("Escape")

    await chat.send("/help")
    const list = chat.root.getByTestId("help-list")
    await expect(list.getByRole("heading")).toHaveCount(4)
    const faces = await list.evaluate((element) => {
      const of = (selector: string) => [
        ...new Set([...element.querySelectorAll(selector)].map((one) => getComputedStyle(one).fontFamily)),
      ]
      return { commands: of("dt"), texts: of(".help-text"), body: getComputedStyle(document.body).fontFamily }
    })
    expect(faces.texts).toEqual([faces.body])
    expect(faces.commands).not.toContain(faces.body)
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
    expect(await faultsOf(page)).toEqual([])
  })
}
