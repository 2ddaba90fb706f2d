import { expect, test } from "../driver/test.ts"

test("stopping in the middle of a reply keeps what had come, and says that it is unfinished", async ({ start }) => {
  let kibitz = await start({ pace: 1 })
  await kibitz.chat.send("Tell me a long story")
  const before = await kibitz.chat.streaming(80)
  await kibitz.chat.stop.click()
  await expect(kibitz.chat.workingLine).toHaveAttribute("data-state", "idle")
  await expect(kibitz.chat.drafts).toHaveCount(1)
  await expect(kibitz.chat.drafts).toContainText("Unfinished: you stopped it")
  await expect(kibitz.chat.drafts).toContainText(before.slice(0, 60))
  await expect(kibitz.chat.notices.last()).toContainText(/Stopped by you after \d+ words\./)
  const kept = await kibitz.chat.drafts.textContent()
  expect(kept).not.toContain("Do not hurry the chorus")

  await test.step("it is still there after a restart, and nothing goes on by itself", async () => {
    await kibitz.quit()
    kibitz = await start()
    await expect(kibitz.chat.drafts).toHaveText(kept ?? "")
    await expect(kibitz.chat.workingLine).toHaveAttribute("data-state", "idle")
  })

  await test.step("Retry asks again and gets the whole reply", async () => {
    await kibitz.chat.notices.last().getByRole("button", { name: "Retry" }).click()
    expect(await kibitz.chat.finished()).toContain("Do not hurry the chorus")
    const lines = await kibitz.chat.conversation()
    expect(lines.map(({ who }) => who)).toEqual(["you", "draft", "notice", "reply"])
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
  await expect(chat.notices.last()).toContainText("Stopped by you.")
  await chat.composer.fill("another try")
  await expect(chat.composer).toHaveValue("another try")
})
