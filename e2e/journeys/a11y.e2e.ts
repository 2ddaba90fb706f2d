// U27: axe finds nothing serious on any view in either theme. Legacy mode, because Electron cannot open axe's extra page.
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import type { Kibitz } from "../driver/kibitz.ts"
import { expect, test } from "../driver/test.ts"

const views: readonly { readonly name: string; show(kibitz: Kibitz): Promise<unknown> }[] = [
  { name: "empty chat", show: ({ chat }) => expect(chat.root).toContainText("Only Jake is here.") },
  {
    name: "conversation",
    show: async ({ chat }) => {
      await chat.send("Show me markdown")
      await chat.finished()
      await chat.send("Read this project and tell me what it is")
      await chat.finished()
    },
  },
  {
    name: "failure with its buttons",
    show: async ({ chat }) => {
      await chat.send("rehearse: key refused")
      await expect(chat.notices.last().getByRole("button", { name: "Fix key" })).toBeVisible()
    },
  },
  { name: "settings: models", show: ({ settings }) => settings.open() },
  { name: "settings: appearance", show: async ({ settings }) => openPage(settings, "Appearance") },
  { name: "settings: about", show: async ({ settings }) => openPage(settings, "About") },
]

for (const theme of ["dark", "light"] as const) {
  for (const { name, show } of views) {
    test(`U27: ${name}, ${theme}: nothing serious for people who cannot see or point`, async ({ start }) => {
      const kibitz = await start()
      await expect(kibitz.chat.composer).toBeVisible()
      await kibitz.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
      await show(kibitz)
      expect(await seriousProblems(kibitz.page)).toEqual([])
    })
  }
}

test("everything can be reached and left with the keyboard alone", async ({ start }) => {
  const { page, chat, settings } = await start()
  await expect(chat.composer).toBeFocused()
  await page.keyboard.type("hello")
  await page.keyboard.press("Enter")
  await chat.finished()
  await page.keyboard.press("Control+,")
  await expect(settings.root).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(settings.root).toHaveCount(0)
  await expect(chat.composer).toBeFocused()
  const seen: string[] = []
  for (let at = 0; at < 4; at += 1) {
    await page.keyboard.press("F6")
    seen.push(await page.evaluate(() => document.activeElement?.closest("[data-region]")?.getAttribute("data-region") ?? ""))
  }
  expect(new Set(seen).size).toBe(4)
})

async function openPage(settings: Kibitz["settings"], name: string): Promise<void> {
  await settings.open()
  await settings.page(name)
}

async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`))
}
