// The engine after a crash or a quit: it resumes what was in flight.
import type { TurnId } from "@kibitz/contract"
import type { Tools } from "@kibitz/ports"
import { describe, expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"

describe("coming back", () => {
  it("F1 F2 F8 after a crash the turn goes on, with the words already shown kept as a draft", async () => {
    const app = await openedEngine()
    await app.send("hello")
    const exchange = await app.model.asked()
    exchange.text("half a sen")
    await app.until("the words are in", () => app.written() === "half a sen")
    app.clock.advance(300)
    const { drafts } = app
    const turnId = app.jake().turn?.id as TurnId
    const back = await openedEngine({ journal: app.journal.reopen(), drafts })
    const again = await back.model.asked()
    expect(again.request.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "hello" },
          { type: "text", text: expect.stringContaining("restarted") },
        ],
      },
    ])
    again.text("a whole sentence")
    again.finish()
    await back.idle()
    expect(back.of("turn.recovered")[0]?.event).toMatchObject({ draft: "half a sen" })
    expect(drafts.read(turnId)).toBe("")
  })

  it("F5 F6 a read that was under way is run again, and its result arrives once", async () => {
    const hanging: Tools = {
      async *run(_, signal) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))
        yield { type: "end", ok: false, output: "aborted", bytes: 7 }
      },
    }
    const app = await openedEngine({ tools: hanging })
    await app.send("look")
    const exchange = await app.model.asked()
    exchange.call("read_file", { path: "a" })
    exchange.finish()
    await app.until("the call is allowed", () => app.of("call.allowed").length === 1)
    const back = await openedEngine({ journal: app.journal.reopen() })
    const next = await back.model.asked()
    expect(next.request.messages.at(-1)?.content).toMatchObject([
      { type: "tool_result", isError: false },
      { type: "text", text: expect.stringContaining("restarted") },
    ])
    back.clock.advance(8)
    expect(back.of("call.finished")).toHaveLength(1)
  })

  it("quitting is like a crash that was announced: the next start goes on", async () => {
    const app = await openedEngine()
    await app.send("hello")
    const exchange = await app.model.asked()
    app.stop()
    await exchange.left()
    expect(await app.send("too late")).toMatchObject({ rejection: { kind: "closing" } })
    const back = await openedEngine({ journal: app.journal.reopen() })
    expect(await back.model.asked()).toBeTruthy()
  })
})
