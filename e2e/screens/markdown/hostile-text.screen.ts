// T21: an agent's words are drawn, never obeyed. The scene holds everything a reply might try on a screen.

import { sayBefore } from "../../driver/said-before.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

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
  const countPages = () => app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
  const pages = await countPages()

  await chat.send("rehearse: hostile text")
  await chat.finished()
  const reply = chat.replies.last()

  await test.step("nothing ran, loaded, navigated or changed colour", async () => {
    expect(dialogs).toEqual([])
    expect(requests.filter((url) => !url.startsWith("app://kibitz/"))).toEqual([])
    expect(page.url()).toBe("app://kibitz/")
    expect(await background()).toBe(before)
    expect(await countPages()).toBe(pages)
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

const monsters = {
  "a line of a megabyte": `begin ${"x".repeat(1_000_000)} end`,
  "a table of ten thousand rows": `| n | what |\n|---|---|\n${Array.from({ length: 10_000 }, (_, n) => `| ${n} | cell |`).join("\n")}`,
  "a list of ten thousand entries": Array.from({ length: 10_000 }, (_, n) => `- entry ${n}`).join("\n"),
  "a code block of ten thousand lines": `\`\`\`ts\n${"const a = 1\n".repeat(10_000)}\`\`\``,
  "a thousand quotes in each other": `${"> ".repeat(1_000)}deep`,
  "ten thousand marks": `${"*_[`".repeat(2_500)} text`,
  "two hundred links": Array.from({ length: 200 }, (_, n) => `[link ${n}](https://example.org/${n})`).join(" "),
} as const

/** What must hold with any text on screen: nothing sticks out, the page stays small, and one can write. */
async function isWhole({ page, chat }: Kibitz): Promise<void> {
  const sticksOut = await page.evaluate(() => {
    const log = document.querySelector("[role=log]")
    const page = document.documentElement
    return [page.scrollWidth - page.clientWidth, log ? log.scrollWidth - log.clientWidth : 0]
  })
  expect(sticksOut).toEqual([0, 0])
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(12_000)
  await chat.composer.fill("still here")
  await expect(chat.composer).toHaveValue("still here")
  await chat.composer.fill("")
}

test("T21: text of any size is shown in part, does not push the page apart, and one can go on writing", async ({
  start,
  folders,
}) => {
  await (await start({ join: false })).quit()
  sayBefore(folders, Object.values(monsters))
  const kibitz = await start()
  const { page, chat } = kibitz
  for (const [at, name] of Object.keys(monsters).entries()) {
    await test.step(name, async () => {
      await page.keyboard.press("ControlOrMeta+f")
      await chat.find.field.fill(`question ${at}`)
      await expect(chat.yours.filter({ hasText: `question ${at}` })).toBeInViewport()
      await page.keyboard.press("Escape")
      // The answer is the line after the question.
      await chat.transcript.evaluate((log) => log.scrollBy(0, log.clientHeight / 2))
      await isWhole(kibitz)
    })
  }
  await test.step("all of it can be asked for, and then it is still a page one can use", async () => {
    await page.keyboard.press("ControlOrMeta+f")
    await chat.find.field.fill("question 1")
    await expect(chat.yours.filter({ hasText: "question 1" })).toBeInViewport()
    await page.keyboard.press("Escape")
    const all = chat.replies.getByRole("button", { name: /^Show all [\d,]+ rows$/ })
    // By key: the lines above are still being measured, and the button may move away from a pointer.
    await all.press("Enter")
    await expect(all).toHaveCount(0, { timeout: 30_000 })
    await chat.composer.fill("still here")
    await expect(chat.composer).toHaveValue("still here")
  })
})

test("T21 F28: right-to-left text, emoji, broken characters and terminal commands keep to their own line", async ({
  start,
  folders,
}) => {
  await (await start({ join: false })).quit()
  const esc = String.fromCharCode(27)
  sayBefore(folders, [
    [
      "שלום עולם, זה משפט בעברית (with English inside).",
      "And this one is English again.",
      `Family 👨‍👩‍👧‍👦, flag 🏳️‍🌈, keycap 1️⃣, skin 👍🏽, and a half of one: \ud83d alone.`,
      `Colours ${esc}[31mred${esc}[0m, title ${esc}]0;owned${String.fromCharCode(7)}, override safe\u202egnp.exe\u202c, isolate \u2067abc`,
      "مرحبا بالعالم",
      "Zero width: pass\u200bword in `co\u200bde`.",
    ].join("\n\n"),
  ])
  const kibitz = await start()
  const reply = kibitz.chat.replies.first()
  await expect(reply).toContainText("שלום")
  const directions = await reply.locator("p").evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))
  expect(directions).toEqual(["rtl", "ltr", "ltr", "ltr", "rtl", "ltr"])
  const text = (await reply.textContent()) ?? ""
  expect(text.isWellFormed()).toBe(true)
  expect(text).toContain("👨‍👩‍👧‍👦")
  expect(text).toContain("\ufffd alone")
  for (const hidden of [esc, "\u202e", String.fromCharCode(7)]) expect(text).not.toContain(hidden)
  await expect(reply.locator("code")).toContainText("co⟨U+200B⟩de")
  await isWhole(kibitz)
})
