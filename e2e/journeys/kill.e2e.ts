// kill -9 at several moments of one turn. After a restart the user's message is there once, and the turn goes on to its end.
import { attentionOn } from "../driver/attention.ts"
import type { Kibitz } from "../driver/kibitz.ts"
import { expect, test } from "../driver/test.ts"

type Moment = { readonly name: string; wait(kibitz: Kibitz): Promise<unknown> }

const moments: readonly Moment[] = [
  { name: "F1: as soon as the message is on its way", wait: ({ chat }) => expect(chat.stop).toBeVisible() },
  { name: "F2: at the first words", wait: ({ chat }) => chat.streaming(1) },
  { name: "F2: in the middle of a paragraph", wait: ({ chat }) => chat.streaming(300) },
]

for (const { name, wait } of moments) {
  test(`${name}, kill -9 loses nothing and the turn goes on`, async ({ start }) => {
    const first = await start({ pace: 1 })
    await first.chat.send("Tell me a long story")
    await wait(first)
    await first.kill()

    const second = await start()
    const { chat } = second
    await chat.finished()
    const lines = await chat.conversation()
    expect(lines.filter(({ who }) => who === "you").map(({ text }) => text)).toEqual(["Tell me a long story"])
    // Where the window takes long to open, Jake may have gone on by himself; the story is told once, to its end.
    const told = lines.filter(({ who, text }) => who === "reply" && text.includes("Do not hurry the chorus"))
    expect(told).toHaveLength(1)
    expect(lines.find(({ who }) => who === "reply")).toEqual(told[0])
    expect(lines.findIndex(({ who }) => who === "you")).toBe(0)

    await test.step("what is sent to the model afterwards is valid", async () => {
      await chat.send("hello")
      expect(await chat.finished()).toContain("I am Jake")
    })
  })
}

test("F2: the words that were on screen at a kill -9 are kept as an unfinished reply", async ({ start }) => {
  const first = await start({ pace: 1 })
  await first.chat.send("Tell me a long story")
  await first.chat.streaming(400)
  await first.kill()
  const { chat } = await start()
  await chat.finished()
  const lines = await chat.conversation()
  expect(lines.slice(0, 4).map(({ who }) => who)).toEqual(["you", "draft", "notice", "reply"])
  expect(lines[1]?.text).toContain("Unfinished: Kibitz was closed")
  expect(lines[1]?.text).toContain("On the third of November")
  expect(lines[2]?.text).toContain("Kibitz was restarted in the middle of this. Jake went on.")
})

test("F34: a reply in which Kibitz is killed three times is not taken up a fourth time; a card says so, and lets Jake go on", async ({
  start,
}) => {
  for (let time = 1; time <= 3; time += 1) {
    const kibitz = await start({ pace: 1 })
    if (time === 1) await kibitz.chat.send("Tell me a long story")
    await kibitz.chat.streaming(1)
    await kibitz.kill()
  }
  const { page, chat } = await start()
  const attention = attentionOn(page)
  await attention.ready("Jake is held back: Kibitz kept stopping unexpectedly")
  await expect(attention.card).toContainText("Kibitz stopped unexpectedly 3 times while Jake was getting a reply from its model.")
  await expect(chat.workingLine).toHaveAttribute("data-state", "idle")
  await expect(chat.replies).toHaveCount(0)
  await attention.press("Go on")
  await chat.finished()
  await expect(attention.card).toHaveCount(0)
})

test("F5, F6: kill -9 between two tool calls; the turn goes on and every call has its result", async ({ start }) => {
  const first = await start({ pace: 1 })
  await first.chat.send("Read this project and tell me what it is")
  await expect(first.chat.root.locator(".call").first()).toBeVisible()
  await first.kill()
  const { chat } = await start()
  await chat.finished()
  await expect(chat.root).toContainText("A small shop, for tests.")
  await expect(chat.root.locator(".call-running")).toHaveCount(0)
})

test("F8: kill -9 right after a finished reply keeps the reply, and nothing is answered again", async ({ start }) => {
  const first = await start()
  await first.chat.send("hello")
  const said = await first.chat.finished()
  await first.kill()
  const { chat } = await start()
  // Left alone, Jake may go on by himself; what was asked is not asked, nor answered, a second time.
  await chat.finished()
  const lines = await chat.conversation()
  expect(lines.filter(({ who }) => who === "you")).toHaveLength(1)
  expect(lines.filter(({ text }) => text === said)).toHaveLength(1)
  await expect(chat.drafts).toHaveCount(0)
})

test("F19: the lock of a killed Kibitz does not keep the next one out", async ({ start }) => {
  const first = await start()
  await expect(first.chat.composer).toBeVisible()
  await first.kill()
  const second = await start()
  await second.chat.send("hello")
  expect(await second.chat.finished()).toContain("I am Jake")
})

test("a queued message survives a restart", async ({ start }) => {
  const first = await start({ pace: 1 })
  await first.chat.send("Tell me a long story")
  await first.chat.streaming(20)
  await first.chat.send("hello")
  await expect(first.chat.nextUp).toContainText("hello")
  await first.kill()
  const { chat } = await start()
  await expect(chat.nextUp).toHaveCount(0, { timeout: 20_000 })
  expect(await chat.finished()).toContain("I am Jake")
  const yours = (await chat.conversation()).filter(({ who }) => who === "you").map(({ text }) => text)
  expect(yours).toEqual(["Tell me a long story", "hello"])
})
