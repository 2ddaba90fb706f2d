// Find here (ux 1.3, 3.2): over the whole conversation, not only what is loaded; and reading on from a hit in the middle down to the latest.
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

const MESSAGES = 6
/** Each is more than half a page of what is stored, so that the whole is many pages. */
const filler = "All of this only makes the line long. ".repeat(4_500)
/** A greeting is answered without being quoted. */
const said = (n: number) => `Hello, this is letter ${n} of six. ${filler} behind the fold ${n}`

/** Long letters, and then a fresh start: only the newest page is loaded. */
async function withLongConversation(start: () => Promise<Kibitz>): Promise<Kibitz> {
  const first = await start()
  for (let n = 1; n <= MESSAGES; n++) {
    await first.chat.send(said(n))
    await first.chat.finished()
  }
  await first.quit()
  return start()
}

test("find here looks through the whole conversation, goes to each hit, opens what hides it, and Escape closes it", async ({
  start,
}) => {
  const { page, chat } = await withLongConversation(start)
  const { find } = chat

  await test.step("the key opens it in the chat that has the keys; the newest is found first", async () => {
    await chat.composer.fill("a draft")
    await page.keyboard.press("ControlOrMeta+f")
    await expect(find.field).toBeFocused()
    await find.field.fill("OF SIX")
    await expect(find.count).toHaveText(`${MESSAGES} of ${MESSAGES}`)
    await expect(chat.yours.filter({ hasText: "letter 6 of six" })).toBeInViewport()
    expect(await find.marked()).toEqual(["of six"])
  })

  await test.step("Enter goes up through pages that were not loaded, and round at the top", async () => {
    for (let n = MESSAGES - 1; n >= 1; n--) {
      await page.keyboard.press("Enter")
      await expect(find.count).toHaveText(`${n} of ${MESSAGES}`)
      await expect(chat.yours.filter({ hasText: `letter ${n} of six` })).toBeInViewport()
      await expect.poll(find.marked).toEqual(["of six"])
    }
    await page.keyboard.press("Enter")
    await expect(find.count).toHaveText(`${MESSAGES} of ${MESSAGES}`)
    await page.keyboard.press("Shift+Enter")
    await expect(find.count).toHaveText(`1 of ${MESSAGES}`)
  })

  await test.step("what is behind a fold is opened, and the word itself is in view", async () => {
    await find.field.fill("behind the fold 2")
    await expect(find.count).toHaveText("1 of 1")
    await expect.poll(find.marked).toEqual(["behind the fold 2"])
    await expect.poll(find.isInView).toBe(true)
  })

  await test.step("nothing found says so", async () => {
    await find.field.fill("no such words anywhere")
    await expect(find.count).toHaveText("No match")
    expect(await find.marked()).toEqual([])
  })

  await test.step("Escape closes it, the marks are gone, and the draft is where it was", async () => {
    await page.keyboard.press("Escape")
    await expect(find.root).toHaveCount(0)
    await expect(chat.composer).toBeFocused()
    await expect(chat.composer).toHaveValue("a draft")
  })
})

test("from a hit in the middle one reads on down to the latest without a gap, and jumps there with one press", async ({
  start,
}) => {
  const { page, chat } = await withLongConversation(start)
  await page.keyboard.press("ControlOrMeta+f")
  await chat.find.field.fill("letter 2 of six")
  await expect(chat.find.count).toHaveText("1 of 1")
  await expect(chat.yours.filter({ hasText: "letter 2 of six" })).toBeInViewport()
  await page.keyboard.press("Escape")

  const seen = new Set<string>()
  await chat.transcript.hover()
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 400)
        for (const text of await chat.yours.allTextContents()) seen.add(/letter \d/.exec(text)?.[0] ?? "")
        return chat.jumpToLatest.count()
      },
      { intervals: [60], timeout: 30_000 },
    )
    .toBe(0)
  expect([...seen].toSorted()).toEqual(["letter 2", "letter 3", "letter 4", "letter 5", "letter 6"])

  await page.keyboard.press("ControlOrMeta+f")
  await chat.find.field.fill("letter 1 of six")
  await expect(chat.yours.filter({ hasText: "letter 1 of six" })).toBeInViewport()
  await page.keyboard.press("Escape")
  await chat.jumpToLatest.click()
  await expect(chat.jumpToLatest).toHaveCount(0)
  await expect.poll(() => chat.transcript.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)).toBeLessThan(2)
  await expect(chat.yours.filter({ hasText: "letter 1 of six" })).toHaveCount(0)
  await chat.send("hello")
  expect(await chat.finished()).toContain("I am Jake")
})
