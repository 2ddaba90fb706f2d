// T22: a page that has been taken over can send anything through its port. Each message is refused in words, none changes anything.

import { malformedMessages } from "../driver/malformed.ts"
import { expect, test } from "../driver/test.ts"

test("T22: about two hundred malformed messages are each refused, and the journal does not change", async ({ start }) => {
  const { app, page, chat } = await start()
  await chat.send("hello")
  await chat.finished()

  await test.step("stand between the preload and the page, as a script in the page could", async () => {
    await page.context().addInitScript(() => {
      const answers: unknown[] = []
      addEventListener("message", (event) => {
        const port = event.ports[0]
        if (event.data !== "kibitz:port" || !port) return
        port.addEventListener("message", ({ data }) => answers.push(data))
        Object.assign(globalThis, { testPort: port, testAnswers: answers })
      })
    })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
    await expect.poll(() => page.evaluate(() => "testPort" in globalThis).catch(() => false)).toBe(true)
    await expect(chat.replies).toHaveCount(1)
  })

  const hasLooked = (snapshot: unknown) => {
    const { world } = snapshot as { world: { sandbox: { state: string }; audit: unknown } }
    return world.sandbox.state !== "unknown" && world.audit !== null
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
    ]).toContain(refusal?.kind)
    expect(refusal?.message.length).toBeGreaterThan(10)
    expect(refusal?.message.length).toBeLessThan(1000)
  }

  await test.step("nothing has changed, and the app goes on", async () => {
    expect(await worldNow()).toEqual(before)
    await chat.send("hello")
    expect(await chat.finished()).toContain("I am Jake")
    await expect(chat.replies).toHaveCount(2)
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
