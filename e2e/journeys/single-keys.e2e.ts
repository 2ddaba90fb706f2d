// Keys that type a character (ux 3.2, 7.7): they can be switched off as a group and given to others, wherever they act.
import { attentionOn } from "../driver/attention.ts"
import { expect, test } from "../driver/test.ts"

const kept = (change: object) => [`kibitz.keys`, JSON.stringify({ version: 1, singleKeys: true, keys: {}, ...change })] as const

test("ux 7.7: with the switch off, a digit on a card and the slash on the map do nothing; own keys do", async ({ start }) => {
  const { page, chat, overview } = await start()
  const set = (change: object) =>
    page.evaluate(([key, value]) => {
      localStorage.setItem(key, value)
      dispatchEvent(new StorageEvent("storage", { key }))
    }, kept(change))
  const attention = attentionOn(page)
  await chat.send("rehearse: gate question")
  await attention.ready("Question")
  await set({ singleKeys: false })
  await attention.heading.focus()
  await expect(attention.card).toHaveAttribute("data-listens", "true")
  await page.keyboard.press("1")
  await expect(attention.card.getByRole("radio", { checked: true })).toHaveCount(0)
  await set({ keys: { "option-1": ["Y"] } })
  await page.keyboard.press("1")
  await expect(attention.card.getByRole("radio", { checked: true })).toHaveCount(0)
  await page.keyboard.press("y")
  await expect(attention.card.getByRole("radio").first()).toBeChecked()
  await set({ singleKeys: false })
  await overview.leave()
  const map = page.getByTestId("map")
  await map.focus()
  const filter = page.locator(".map-filter input")
  await page.keyboard.press("/")
  await expect(filter).toHaveCount(0)
  await set({})
  await page.keyboard.press("/")
  await expect(filter).toBeFocused()
})
