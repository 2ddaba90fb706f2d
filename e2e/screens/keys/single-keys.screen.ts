// Keys that type a character (ux 3.2, 7.7): they can be switched off as a group and given to others, wherever they act.
import { attentionOn } from "../../driver/attention.ts"
import { expect, test } from "../../stage/test.ts"

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
  const button = page.getByRole("button", { name: "Filter" })
  await page.keyboard.press("/")
  await expect(filter).toHaveCount(0)
  await expect(button).toHaveAttribute("title", "Find by name")
  await expect(button.locator("kbd")).toHaveCount(0)
  await set({})
  await expect(button).toHaveAttribute("title", "Find by name (/)")
  await map.focus()
  await page.keyboard.press("/")
  await expect(filter).toBeFocused()
})

test("ux 3: what the screen names as a key is the user's own: on the map, at the button that sends, in a card", async ({
  start,
}) => {
  const { page, chat, overview } = await start()
  const keys = { "zoom-in": ["F7"], send: ["F8"], answer: ["F9"] }
  await page.evaluate(([key, value]) => {
    localStorage.setItem(key, value)
    dispatchEvent(new StorageEvent("storage", { key }))
  }, kept({ keys }))
  await expect(chat.root.locator(".send")).toHaveAttribute("title", "Send (F8)")
  await chat.composer.fill("rehearse: gate question")
  await page.keyboard.press("F8")
  const attention = attentionOn(page)
  await attention.ready("Question")
  const answer = attention.card.getByTestId("card-answer")
  await expect(answer.locator("kbd")).toHaveText("F9")
  await attention.card.getByRole("radio").first().check()
  await page.keyboard.press("Control+Enter")
  await expect(attention.card).toBeVisible()
  await page.keyboard.press("F9")
  await expect(attention.card).toHaveCount(0)
  await overview.leave()
  await expect(page.getByTestId("rejoin").locator("kbd")).toHaveText("F7")
  await page.getByTestId("map").focus()
  await page.keyboard.press("Enter")
  await expect(chat.composer).toHaveCount(0)
  await page.keyboard.press("F7")
  await expect(chat.composer).toBeFocused()
})
