// T21: an agent's words are drawn, never obeyed. The scene holds everything a reply might try on a screen.
import { expect, test } from "../driver/test.ts"

test("T21: hostile Markdown, HTML, links and control characters stay text", async ({ start }) => {
  const { app, page, chat } = await start()
  const dialogs: string[] = []
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const requests: string[] = []
  page.on("request", (request) => requests.push(request.url()))
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(chat.composer).toBeVisible()
  const before = await background()

  await chat.send("rehearse: hostile text")
  await chat.finished()
  const reply = chat.replies.last()

  await test.step("nothing ran, loaded, navigated or changed colour", async () => {
    expect(dialogs).toEqual([])
    expect(requests.filter((url) => !url.startsWith("app://kibitz/"))).toEqual([])
    expect(page.url()).toBe("app://kibitz/")
    expect(await background()).toBe(before)
    expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1)
  })

  await test.step("no element came out of the text", async () => {
    await expect(
      reply.locator("script, img, svg:not([aria-hidden]), iframe, style, form, input, object, embed, base, link, meta"),
    ).toHaveCount(0)
    const handlers = await reply.evaluate((element) =>
      [...element.querySelectorAll("*")].flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith("on"))),
    )
    expect(handlers).toEqual([])
    await expect(reply).toContainText('<img src=x onerror="alert(1)">')
    await expect(reply).toContainText("<script>document.body.textContent")
  })

  await test.step("no link leads anywhere but to https or mail, and none without a question", async () => {
    const hrefs = await reply.evaluate((element) =>
      [...element.querySelectorAll("[href], [src], [action]")].map((one) => one.getAttribute("href") ?? ""),
    )
    expect(hrefs.filter((href) => !/^(https:|mailto:)/.test(href))).toEqual([])
    await expect(reply).toContainText("javascript:alert(4)")
  })

  await test.step("what would reverse the text or command a terminal is made visible", async () => {
    const text = (await reply.textContent()) ?? ""
    for (const hidden of ["\u202e", "\u202d", "\u001b", "\u0007", "\u0000"]) expect(text).not.toContain(hidden)
  })

  await test.step("a very long line does not push the page apart", async () => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })
})

test("T21: hostile text in the user's own message is shown as typed", async ({ start }) => {
  const { page, chat } = await start()
  await chat.send("<img src=x onerror=alert(1)> **not bold** [x](javascript:alert(2))")
  await chat.finished()
  await expect(chat.yours.locator("img, a, strong")).toHaveCount(0)
  await expect(chat.yours).toContainText("<img src=x onerror=alert(1)> **not bold**")
  expect(page.url()).toBe("app://kibitz/")
})
