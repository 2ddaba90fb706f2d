// The marks of a question card: chosen or not, all of them stand on the same line with what they are for.
import { attentionOn } from "../../driver/attention.ts"
import { expect, test } from "../../stage/test.ts"

test("a chosen option's mark stands as high as the others', at 100 and at 200 %", async ({ start }) => {
  const { page, chat } = await start()
  await chat.send("rehearse: gate question")
  const { card } = attentionOn(page)
  await expect(card).toHaveAttribute("data-listens", "true")
  const options = card.locator(".option:not(:has(textarea))")
  /** How much lower each mark is than the key beside it. */
  const drops = () =>
    options.evaluateAll((all) =>
      all.map((option) => {
        const top = (selector: string) => option.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN
        return Math.round((top("input") - top("kbd")) * 10) / 10
      }),
    )
  for (const percent of [100, 200]) {
    const size = () => page.evaluate(() => document.documentElement.style.fontSize)
    for (let step = 110; step <= percent; step += 10) {
      await page.keyboard.press("ControlOrMeta+=")
      await expect.poll(size).toBe(`${step}%`)
    }
    for (const [index] of (await drops()).entries()) {
      await options.nth(index).getByRole("radio").check()
      expect(new Set(await drops()).size, `option ${index + 1} chosen at ${percent} %`).toBe(1)
    }
  }
})
