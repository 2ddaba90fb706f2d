// T22: a page that has been taken over can send anything through its port. Each message is refused in words, none changes anything.

import { malformedMessages } from "../driver/malformed.ts"
import { takePort } from "../driver/port.ts"
import { expect, test } from "../driver/test.ts"

test("T22: about two hundred malformed messages are each refused, and the journal does not change", async ({ start }) => {
  const { app, page, chat, overview } = await start()
  await chat.send("hello")
  await chat.finished()

  await takePort({ app, page })
  await overview.join("Jake")
  await expect(chat.replies).toHaveCount(1)

  const hasLooked = (snapshot: unknown) => {
    const { world } = snapshot as { world: { sandbox: { state: string }; audit: unknown; panes: object } }
    // The page from before taking the port is missed a moment later, and only then.
    const isAlone = Object.keys(world.panes).length === 1
    return world.sandbox.state !== "unknown" && world.audit !== null && isAlone
  }
  await expect.poll(async () => hasLooked(await worldNow())).toBe(true)
  const before = await worldNow()
  const sent = await page.evaluate(malformedMessages)
  expect(sent).toBeGreaterThanOrEqual(200)

  const refusals = () =>
    page.evaluate(() =>
      (
        globalThis as unknown as { testAnswers: { type: string; rejection?: { kind: string; message: string } }[] }
      ).testAnswers.flatMap((answer) => (answer.type === "refused" ? [answer.rejection] : [])),
    )
  await expect.poll(async () => (await refusals()).length, { timeout: 20_000 }).toBe(sent)
  for (const refusal of await refusals()) {
    expect([
      "malformed",
      "too-large",
      "unknown-agent",
      "unknown-message",
      "nothing-to-stop",
      "nothing-to-retry",
      "not-subscribed",
      "unknown-command",
      "unknown-item",
      "not-allowed",
      "unavailable",
    ]).toContain(refusal?.kind)
    expect(refusal?.message.length).toBeGreaterThan(10)
    expect(refusal?.message.length).toBeLessThan(1000)
  }

  await test.step("nothing has changed, and the app goes on", async () => {
    expect(await worldNow()).toEqual(before)
    await chat.send("hello")
    expect(await chat.finished()).toContain("I am Jake")
    expect((await chat.conversation()).filter(({ who }) => who === "reply")).toHaveLength(2)
  })

  /** The whole world as the host sees it, with its place in the journal. */
  function worldNow(): Promise<unknown> {
    return page.evaluate(async () => {
      const { testPort, testAnswers } = globalThis as unknown as {
        testPort: MessagePort
        testAnswers: { id?: string; snapshot?: unknown }[]
      }
      const id = `probe-${Math.random()}`
      testPort.postMessage({ type: "subscribe", id, channel: { kind: "world" } })
      for (;;) {
        const answer = testAnswers.find((one) => one.id === id)
        if (answer) return answer.snapshot
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    })
  }
})
