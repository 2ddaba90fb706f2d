// The same story as docs/flows/life-of-a-message.md, told by doing it.
import { expect, test } from "../driver/test.ts"

test("life of a message: first start, a question, a streamed answer, and all of it still there after a restart", async ({
  start,
}) => {
  let kibitz = await start({ pace: 1 })

  await test.step("first start: Jake is there, and nobody can take the rehearsal for a model", async () => {
    await expect(kibitz.chat.root).toContainText("Only Jake is here.")
    await expect(kibitz.chat.ribbon).toBeVisible()
    await expect(kibitz.chat.ribbon).toContainText("REHEARSAL")
    await expect(kibitz.chat.composer).toBeFocused()
  })

  await test.step("sending shows the message at once and says that Jake works", async () => {
    await kibitz.chat.send("hello")
    await expect(kibitz.chat.yours).toHaveCount(1)
    await expect(kibitz.chat.yours).toContainText("hello")
    await expect(kibitz.chat.composer).toHaveValue("")
    await expect(kibitz.chat.stop).toBeVisible()
  })

  await test.step("the reply grows while it is written", async () => {
    const seen = new Set<number>()
    await expect
      .poll(async () => seen.add((await kibitz.chat.replies.allTextContents()).join("").length).size, {
        intervals: [30],
        timeout: 20_000,
      })
      .toBeGreaterThan(5)
    await expect(kibitz.chat.replies.last()).toHaveAttribute("aria-busy", "true")
  })

  const text = await test.step("the finished reply is drawn as Markdown", async () => {
    const said = await kibitz.chat.finished()
    expect(said).toContain("Hello, I am Jake, the root agent of Kibitz.")
    expect(said).toContain("What we said here stays.")
    await expect(kibitz.chat.replies.last().locator("strong").first()).toHaveText("Jake")
    await expect(kibitz.chat.replies.last().getByRole("listitem")).toHaveCount(5)
    expect(said).not.toContain("**")
    return said
  })

  await kibitz.quit()

  await test.step("after a restart nothing is missing and nothing is said twice", async () => {
    kibitz = await start()
    // Left alone, Jake may have gone on by himself; nothing that was said is said twice.
    await kibitz.chat.finished()
    const lines = await kibitz.chat.conversation()
    expect(lines.filter(({ who }) => who === "you").map((line) => line.text)).toEqual([expect.stringContaining("hello")])
    expect(lines.filter((line) => line.text === text)).toHaveLength(1)
    await expect(kibitz.chat.notices).toHaveCount(0)
  })

  await test.step("and the conversation goes on", async () => {
    await kibitz.chat.send("Show me markdown")
    const said = await kibitz.chat.finished()
    expect(said).toContain("A page of everything")
    await expect(kibitz.chat.replies.last().getByRole("heading", { name: "The finding" })).toBeVisible()
    await expect(kibitz.chat.replies.last().getByRole("table").first()).toBeVisible()
    await expect(kibitz.chat.replies.last().locator("pre code").first()).toBeVisible()
  })
})

test("a message that makes Jake read the project shows what was read", async ({ start }) => {
  const { chat } = await start()
  await chat.send("Read this project and tell me what it is")
  await chat.finished()
  await expect(chat.root).toContainText("README.md")
  await expect(chat.root).toContainText("A small shop, for tests.")
})
