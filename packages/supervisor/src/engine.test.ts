// The engine over fakes that behave: every word of the model, every tool result and every moment is released by the test.

import { jakeId, type LiveDelta, type Recorded } from "@kibitz/contract"
import { StorageFailure, type Tools } from "@kibitz/ports"
import { memoryJournal, untilFact } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { openedEngine } from "./testing/opened-engine.ts"

describe("a turn", () => {
  it("the project and Jake are there on the first start, and only once", async () => {
    const app = await openedEngine()
    expect(app.types()).toEqual(["workspace.opened", "agent.founded"])
    app.stop()
    const again = await openedEngine({ journal: app.journal.reopen() })
    expect(again.types()).toEqual(["workspace.opened", "agent.founded"])
  })

  it("goes from message to reply, and the journal holds the story in order", async () => {
    const app = await openedEngine()
    await app.send("hello")
    const exchange = await app.model.asked()
    exchange.text("Hello ")
    exchange.text("there")
    exchange.finish()
    await app.idle()
    expect(app.types()).toEqual([
      "workspace.opened",
      "agent.founded",
      "turn.started",
      "message.delivered",
      "turn.replied",
      "turn.finished",
      "agent.planned",
    ])
    expect(exchange.request.messages).toEqual([{ role: "user", content: [{ type: "text", text: "hello" }] }])
  })

  it("live text reaches who looks, once per frame, and never the journal", async () => {
    const app = await openedEngine()
    const seen: LiveDelta[] = []
    const events: Recorded[] = []
    app.channels.subscribe(
      { kind: "transcript", agentId: jakeId, bytes: 10_000 },
      { events: (e) => events.push(...e), live: (d) => seen.push(...d) },
    )
    await app.send("hello")
    const exchange = await app.model.asked()
    for (const word of ["one ", "two ", "three "]) exchange.text(word)
    await app.until("all three words wait for the frame", () => app.written() === "one two three ")
    app.clock.advance(16)
    expect(seen.map(({ text }) => text).join("")).toBe("one two three ")
    exchange.finish()
    await app.idle()
    expect(app.journal.all().some(({ event }) => JSON.stringify(event).includes('"delta"'))).toBe(false)
    expect(events.map(({ event }) => event.type)).toEqual(["message.delivered", "turn.replied"])
  })

  it("runs allowed calls through a permit, refuses invented ones, and tells the model both", async () => {
    const app = await openedEngine()
    await app.send("look")
    const first = await app.model.asked()
    first.call("read_file", { path: "a.txt" })
    first.call("rm_rf", { path: "/" })
    first.finish()
    const second = await app.model.asked()
    const results = second.request.messages.at(-1)?.content
    expect(results).toMatchObject([
      { type: "tool_result", isError: false, output: expect.stringContaining('read {"path":"a.txt"}') },
      { type: "tool_result", isError: true, output: expect.stringContaining("rm_rf") },
    ])
    second.text("done")
    second.finish()
    await app.idle()
    expect(app.of("call.blocked")).toHaveLength(1)
  })

  it("I2 no tool starts before its call is on disk", async () => {
    const journal = memoryJournal()
    const onDisk: boolean[] = []
    const tools: Tools = {
      async *run(permit) {
        onDisk.push(journal.all().some(({ event }) => event.type === "call.allowed" && event.callId === permit.callId))
        yield { type: "end", ok: true, output: "", bytes: 0 }
      },
    }
    const app = await openedEngine({ journal, tools })
    await app.send("look")
    const exchange = await app.model.asked()
    exchange.call("read_file", { path: "a" })
    exchange.finish()
    await app.model.asked()
    expect(onDisk).toEqual([true])
  })

  it("the result of a read counts at once, shares the reply's transaction, and is shown only when it is on disk", async () => {
    const app = await openedEngine()
    const shown: string[] = []
    app.channels.subscribe(
      { kind: "transcript", agentId: jakeId, bytes: 10_000 },
      { events: (events) => shown.push(...events.map(({ event }) => event.type)), live() {} },
    )
    await app.send("look")
    const first = await app.model.asked()
    first.call("read_file", { path: "a" })
    first.finish()
    const second = await app.model.asked()
    expect(app.of("call.finished")).toHaveLength(0)
    expect(shown).not.toContain("call.finished")
    const before = app.journal.appends()
    second.text("done")
    second.finish()
    await app.idle()
    expect(app.journal.appends()).toBe(before + 1)
    expect(shown).toEqual(["message.delivered", "turn.replied", "call.allowed", "call.finished", "turn.replied"])
  })

  it("F6 a result that a crash took before it was written is read again", async () => {
    const app = await openedEngine()
    await app.send("look")
    const first = await app.model.asked()
    first.call("read_file", { path: "a" })
    first.finish()
    await app.model.asked()
    const back = await openedEngine({ journal: app.journal.reopen() })
    expect((await back.model.asked()).request.messages.at(-1)?.content).toMatchObject([
      { type: "tool_result", isError: false },
      { type: "text", text: expect.stringContaining("restarted") },
    ])
  })

  it("F12 a result that cannot be written waits for space, and quitting writes it", async () => {
    const app = await openedEngine()
    await app.send("look")
    const first = await app.model.asked()
    first.call("read_file", { path: "a" })
    first.finish()
    await app.model.asked()
    app.journal.failNextAppend("full")
    app.clock.advance(8)
    expect(app.of("call.finished")).toHaveLength(0)
    app.clock.advance(1_000)
    expect(app.of("call.finished")).toHaveLength(1)
    app.stop()
  })

  it("a tool that breaks its promise and throws ends its call, not the turn", async () => {
    const tools: Tools = {
      // biome-ignore lint/correctness/useYield: throwing before the first item is the point
      async *run() {
        throw new Error("boom")
      },
    }
    const app = await openedEngine({ tools })
    await app.send("look")
    const exchange = await app.model.asked()
    exchange.call("read_file", { path: "a" })
    exchange.finish()
    const next = await app.model.asked()
    expect(next.request.messages.at(-1)?.content).toMatchObject([{ isError: true }])
  })

  it("queued messages are taken when the turn ends; those sent now at the next step", async () => {
    const app = await openedEngine()
    await app.send("first")
    const one = await app.model.asked()
    await app.send("later")
    await app.send("now!", "now")
    one.call("read_file", { path: "a" })
    one.finish()
    const two = await app.model.asked()
    expect(two.request.messages.at(-1)?.content.at(-1)).toEqual({ type: "text", text: "now!" })
    two.text("ok")
    two.finish()
    const three = await app.model.asked()
    expect(three.request.messages.at(-1)?.content).toEqual([{ type: "text", text: "later" }])
    expect(app.jake().queue).toEqual([])
  })

  it("stopping keeps what has come as a draft, and the model is told it was stopped", async () => {
    const app = await openedEngine()
    await app.send("tell me")
    const exchange = await app.model.asked()
    exchange.text("Once upon")
    await app.until("the words are in", () => app.written() === "Once upon")
    await app.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId })
    await exchange.left()
    await app.idle()
    expect(app.of("turn.interrupted")[0]?.event).toMatchObject({ draft: "Once upon" })
    await app.send("go on")
    const next = await app.model.asked()
    expect(JSON.stringify(next.request.messages)).toContain("stopped your last reply")
    expect(JSON.stringify(next.request.messages)).not.toContain("Once upon")
  })
})

describe("failures", () => {
  it("A1 waits exactly as long as the provider says, shows it, and goes on", async () => {
    const app = await openedEngine()
    await app.send("hello")
    const failure = { kind: "rate_limited", message: "slow down", status: 429, requestId: "r", retryAfterMs: 38_000 } as const
    const exchange = await app.model.asked()
    exchange.stop({ kind: "failed", failure })
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    app.clock.advance(37_999)
    expect(app.model.requests).toHaveLength(1)
    app.clock.advance(2_000 + 1)
    const again = await app.model.asked()
    again.text("hi")
    again.finish()
    await app.idle()
    expect(app.jake().trouble).toBeNull()
  })

  it("A2 a user who does not want to wait can try at once", async () => {
    const app = await openedEngine()
    await app.send("hello")
    ;(await app.model.asked()).fail("overloaded")
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    await app.supervisor.dispatch({ type: "turn.retry", agentId: jakeId })
    expect(await app.model.asked()).toBeTruthy()
  })

  it("A1 a wait the provider asked for cannot be cut short, by a user, a restart or a change of text size", async () => {
    const app = await openedEngine()
    const failure = { kind: "rate_limited", message: "slow down", status: 429, requestId: "r", retryAfterMs: 38_000 } as const
    await app.send("hello")
    ;(await app.model.asked()).stop({ kind: "failed", failure })
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    expect(await app.supervisor.dispatch({ type: "turn.retry", agentId: jakeId })).toMatchObject({
      rejection: { kind: "nothing-to-retry" },
    })
    await app.supervisor.dispatch({ type: "settings.change", patch: { textSize: 120 } })
    const back = await openedEngine({ journal: app.journal.reopen() })
    expect(back.jake().turn?.status.kind).toBe("delayed")
    back.clock.advance(37_000)
    await back.supervisor.drain()
    expect(back.model.requests).toHaveLength(0)
    back.clock.advance(5_000)
    expect(await back.model.asked()).toBeTruthy()
  })

  it("A1 a provider that asks for a thousand years is asked again within a day or so", async () => {
    const app = await openedEngine()
    await app.send("hello")
    const failure = {
      kind: "rate_limited",
      message: "no",
      status: 429,
      requestId: null,
      retryAfterMs: 99_999_999_999_999_000,
    } as const
    ;(await app.model.asked()).stop({ kind: "failed", failure })
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    app.clock.advance(27 * 60 * 60_000)
    expect(await app.model.asked()).toBeTruthy()
  })

  it("A6 a reply that only says there is no room makes the history smaller and tries again", async () => {
    const app = await openedEngine()
    await app.send("hello")
    const first = await app.model.asked()
    first.finish("model_context_window_exceeded")
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    app.clock.advance(0)
    const second = await app.model.asked()
    second.text("ok")
    second.finish()
    await app.idle()
    expect(app.of("turn.replied")).toHaveLength(1)
  })

  it("A12 an empty reply is shown as what it is, and can be tried again", async () => {
    const app = await openedEngine()
    await app.send("hello")
    ;(await app.model.asked()).finish()
    await app.idle()
    expect(app.jake().trouble).toMatchObject({ parked: false, failure: { kind: "empty_reply" } })
    await app.supervisor.dispatch({ type: "turn.retry", agentId: jakeId })
    expect(await app.model.asked()).toBeTruthy()
  })

  it("F14 a journal that cannot be read fails the request, and the turn does not hang", async () => {
    const journal = memoryJournal()
    const app = await openedEngine({ journal })
    journal.page = () => {
      throw new StorageFailure("corrupt", "Entry 7 of the journal is damaged.")
    }
    await app.send("hello")
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    expect(app.of("turn.delayed")[0]?.event).toMatchObject({ failure: { message: "Entry 7 of the journal is damaged." } })
  })

  it.each(["auth", "billing", "model_not_found", "no_model"] as const)(
    "A4 A5 %s parks the agent at once and asks nobody again",
    async (kind) => {
      const app = await openedEngine()
      await app.send("hello")
      ;(await app.model.asked()).fail(kind)
      await app.idle()
      expect(app.jake().trouble).toMatchObject({ parked: true, failure: { kind } })
      expect(app.clock.pending()).toBe(0)
      expect(app.model.requests).toHaveLength(1)
    },
  )

  it("A3 an invalid request is tried once more; then nothing more is tried, and the user is told", async () => {
    const app = await openedEngine()
    await app.send("hello")
    ;(await app.model.asked()).fail("invalid_request")
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    app.clock.advance(0)
    ;(await app.model.asked()).fail("invalid_request")
    await app.idle()
    expect(app.jake()).toMatchObject({ standing: { kind: "stuck", why: "failed" }, trouble: { parked: false }, due: null })
    expect(Object.values(app.supervisor.world().attention)).toMatchObject([{ kind: "stuck", agentId: jakeId }])
  })

  it("A2 A7 A8 keeps trying with growing pauses, keeps drafts, and gives up after eight", async () => {
    const app = await openedEngine()
    await app.send("hello")
    for (let attempt = 1; attempt < 8; attempt++) {
      const exchange = await app.model.asked()
      exchange.text(`try ${attempt}`)
      exchange.fail(attempt % 2 ? "cut" : "overloaded")
      await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
      app.clock.advance(60_000)
    }
    ;(await app.model.asked()).fail("stalled")
    await app.idle()
    expect(app.of("turn.delayed")).toHaveLength(7)
    expect(app.jake().trouble).toMatchObject({ parked: false, failure: { kind: "stalled" } })
  })

  it("F12 a full disk loses nothing: the reply is recorded when there is space again", async () => {
    const app = await openedEngine()
    await app.send("hello")
    const exchange = await app.model.asked()
    app.journal.failEveryAppend("full")
    exchange.text("precious")
    exchange.finish()
    await app.until("the report waits to be tried again", () => app.clock.pending() > 0 && app.log.lines.length > 0)
    expect(await app.send("while full")).toMatchObject({ rejection: { kind: "storage-failed" } })
    app.journal.recover()
    await untilFact("the reply is on disk", () => {
      app.clock.advance(1_000)
      return app.of("turn.replied").length === 1
    })
    await app.idle()
  })
})
