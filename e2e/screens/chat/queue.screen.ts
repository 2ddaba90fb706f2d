import { expect, test } from "../../stage/test.ts"

test("while Jake works, Enter queues; what waits can be changed, taken back, and is taken in order", async ({ start }) => {
  const { chat, hurry } = await start({ pace: 1 })
  await chat.send("Tell me a long story")
  await chat.streaming(20)
  await chat.send("first in line")
  await chat.send("second in line")
  await chat.send("not after all")
  await expect(chat.nextUp.getByRole("listitem")).toHaveCount(3)
  await expect(chat.yours).toHaveCount(1)

  await test.step("take back the third", async () => {
    await chat.nextUp
      .getByRole("listitem")
      .filter({ hasText: "not after all" })
      .getByRole("button", { name: "Take back" })
      .click()
    await expect(chat.nextUp.getByRole("listitem")).toHaveCount(2)
  })

  await test.step("change the second", async () => {
    await chat.nextUp.getByRole("listitem").filter({ hasText: "second" }).getByRole("button", { name: "Edit" }).click()
    const field = chat.nextUp.getByRole("textbox")
    await field.fill("second, in better words")
    await field.press("Enter")
    await expect(chat.nextUp).toContainText("second, in better words")
  })

  await test.step("both are taken after the story, the one after the other", async () => {
    hurry()
    await expect(chat.nextUp).toHaveCount(0)
    await chat.finished()
    const yours = (await chat.conversation()).filter(({ who }) => who === "you").map(({ text }) => text)
    expect(yours).toEqual(["Tell me a long story", "first in line", "second, in better words"])
  })
})

test("Ctrl+Enter is delivered at the next step of the same turn, and a queued message can be sent now", async ({ start }) => {
  const { chat, hurry } = await start({ pace: 1 })
  await chat.send("Tell me a long story")
  await chat.streaming(20)
  await chat.sendNow("this is urgent")
  await expect(chat.nextUp.getByRole("listitem").filter({ hasText: "this is urgent" })).toContainText("after this step")
  await chat.send("this can wait")
  await chat.nextUp.getByRole("listitem").filter({ hasText: "this can wait" }).getByRole("button", { name: "Send now" }).click()
  await expect(chat.nextUp.getByRole("listitem").filter({ hasText: "this can wait" })).toContainText("after this step")
  hurry()
  await expect(chat.nextUp).toHaveCount(0)
  await chat.finished()
  const yours = (await chat.conversation()).filter(({ who }) => who === "you").map(({ text }) => text)
  expect(yours).toEqual(["Tell me a long story", "this is urgent", "this can wait"])
})
