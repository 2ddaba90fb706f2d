import { expect, test } from "../../stage/test.ts"

test("stopping in the middle of a reply keeps what had come, and says that it is unfinished", async ({ start }) => {
  let kibitz = await start({ pace: 0.2 })
  await kibitz.chat.send("Tell me a long story")
  const before = await kibitz.chat.streaming(80)
  await kibitz.chat.stop.click()
  await expect(kibitz.chat.workingLine).toHaveAttribute("data-state", "idle")
  await expect(kibitz.chat.drafts).toHaveCount(1)
  await expect(kibitz.chat.drafts).toContainText("Unfinished: stopped by you")
  await expect(kibitz.chat.drafts).toContainText(before.slice(0, 60))
  await expect(kibitz.chat.notices.last()).toContainText(/Stopped by you after \d+ words\./)
  const kept = await kibitz.chat.drafts.textContent()
  expect(kept).not.toContain("Do not hurry the chorus")

  await test.step("Retry asks again and gets the whole reply", async () => {
    await kibitz.chat.notices.last().getByRole("button", { name: "Retry" }).click()
    kibitz.hurry()
    expect(await kibitz.chat.finished()).toContain("Do not hurry the chorus")
    const lines = await kibitz.chat.conversation()
    expect(lines.map(({ who }) => who)).toEqual(["you", "draft", "notice", "reply"])
  })

  await test.step("all of it is still there after a restart", async () => {
    await kibitz.quit()
    kibitz = await start()
    // Left alone, Jake may have gone on by himself meanwhile; what was there before that stays as it was.
    await kibitz.chat.finished()
    const lines = await kibitz.chat.conversation()
    expect(lines.slice(0, 4).map(({ who }) => who)).toEqual(["you", "draft", "notice", "reply"])
    expect(lines[1]?.text).toBe(kept)
  })
})

test("stopping before the first word leaves no empty reply behind", async ({ start }) => {
  const { chat, page } = await start({ pace: 20 })
  await chat.send("Tell me a long story")
  await expect(chat.stop).toBeVisible()
  await page.keyboard.press("Control+Shift+Backspace")
  await expect(chat.workingLine).toHaveAttribute("data-state", "idle")
  await expect(chat.replies).toHaveCount(0)
  await expect(chat.drafts).toHaveCount(0)
  await expect(page.getByTestId("standing-paused")).toHaveCount(1)
  await expect(chat.workingLine).toContainText("paused by you")
  await chat.composer.fill("another try")
  await expect(chat.composer).toHaveValue("another try")
})

test("OPM-7: paused in the middle of a reply, Go on goes on from there, and what was said meanwhile comes after it", async ({
  start,
}) => {
  const { chat, page, hurry } = await start({ pace: 0.2 })
  await chat.send("Tell me a long story")
  await chat.streaming(80)
  await chat.send("hello")
  await expect(chat.nextUp).toContainText("hello")
  await page.keyboard.press("Control+Shift+Backspace")
  await expect(chat.workingLine).toContainText("paused by you")
  await expect(chat.drafts).toContainText("Unfinished: paused by you")
  await chat.workingLine.getByRole("button", { name: "Go on" }).click()
  hurry()
  await expect(chat.nextUp).toHaveCount(0)
  await chat.finished()
  // Read from first to last: what has scrolled away is not drawn.
  const said = (await chat.conversation()).filter(({ who }) => who !== "notice")
  expect(said.map(({ who }) => who)).toEqual(["you", "draft", "reply", "you", "reply"])
  const [story, draft, rest, hello, answer] = said.map(({ text }) => text)
  expect(story).toContain("Tell me a long story")
  // Told once: how the story begins is in what was kept, and in nothing else.
  expect(draft).toContain("Halsing Point")
  expect(rest).toContain("Do not hurry the chorus")
  expect(rest).not.toContain("On the third of November")
  expect(hello).toContain("hello")
  expect(answer).toContain("Hello, I am Jake")
})
