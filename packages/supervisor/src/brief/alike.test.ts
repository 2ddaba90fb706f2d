// What holds for every turn holds for a turn with any brief: crashes, stops, waits, failures of the provider, messages meanwhile, refusals.
import { ClientCommand, type Command, jakeId } from "@kibitz/contract"
import { registerBrief } from "@kibitz/domain"
import type { ScriptedExchange } from "@kibitz/testkit/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"
import { toy, toyBrief } from "./testing/toy-brief.ts"

let unregister = () => {}
beforeAll(() => {
  unregister = registerBrief(toy)
})
afterAll(() => unregister())

type App = Awaited<ReturnType<typeof openedEngine>>
const ask: Command = { type: "turn.ask", agentId: jakeId, brief: toyBrief }
const right = '{"verdict": "bad", "percent": 20}'

async function asked(app: App): Promise<ScriptedExchange> {
  expect(await app.supervisor.dispatch(ask)).not.toHaveProperty("rejection")
  return app.model.asked()
}

function says(exchange: ScriptedExchange, text: string): void {
  exchange.text(text)
  exchange.finish()
}

/** The app dies without a word, and is opened again over what it had written. */
const reopened = (app: App) => openedEngine({ journal: app.journal.reopen() })

describe("after a crash", () => {
  it("the brief is asked again with the same words, and its answer counts", async () => {
    const app = await openedEngine()
    const before = await asked(app)
    before.text("half an ans")
    const again = await reopened(app)
    const after = await again.model.asked()
    expect(after.request).toEqual(before.request)
    says(after, right)
    await again.idle()
    expect(again.jake().progress).toEqual({ percent: 20, note: "bad" })
    expect(again.of("turn.recovered")).toHaveLength(1)
    expect(again.of("message.delivered")).toHaveLength(0)
    again.stop()
  })

  it("what was sent back before is still known, and no further retry is given", async () => {
    const app = await openedEngine()
    says(await asked(app), "good, I think")
    await app.model.asked()
    const again = await reopened(app)
    const after = await again.model.asked()
    expect(after.request.messages.slice(1)).toMatchObject([
      { role: "assistant", content: [{ text: "good, I think" }] },
      { role: "user", content: [{ text: expect.stringContaining("is not JSON") }] },
    ])
    says(after, "still good")
    await again.idle()
    expect(again.of("turn.failed")).toHaveLength(1)
    again.stop()
  })

  it("F34 the third time in the middle of it, it is given up", async () => {
    let app = await openedEngine()
    await asked(app)
    for (let crash = 0; crash < 3; crash += 1) app = await reopened(app)
    expect(app.jake()).toMatchObject({ turn: null, standing: { kind: "stuck", why: "crashed" } })
    app.stop()
  })

  it("a kind that this version does not know ends the turn with a reason", async () => {
    const app = await openedEngine()
    await asked(app)
    unregister()
    const again = await reopened(app)
    unregister = registerBrief(toy)
    expect(again.jake()).toMatchObject({ turn: null, standing: { kind: "stuck" } })
    expect(again.of("turn.failed").map(({ event }) => event)).toMatchObject([
      { failure: { message: expect.stringContaining('of the kind "toy"') } },
    ])
    again.stop()
  })
})

describe("while it runs", () => {
  it("a message waits, also one for now, and is answered after it", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    await app.send("look here", "now")
    expect(app.of("message.delivered")).toHaveLength(0)
    says(first, right)
    const { request } = await app.model.asked()
    expect(request.messages).toEqual([{ role: "user", content: [{ type: "text", text: "look here" }] }])
    expect(app.jake().turn).toMatchObject({ cause: "message", brief: { kind: "conversation" } })
    app.stop()
  })

  it("a stop ends it, and the conversation knows nothing of that", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    first.text("half")
    await app.until("something is written", () => app.written() === "half")
    await app.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId })
    await app.idle()
    await app.send("hello")
    const { request } = await app.model.asked()
    expect(request.messages).toEqual([{ role: "user", content: [{ type: "text", text: "hello" }] }])
    app.stop()
  })

  it("another is refused, and so are an unknown kind and a wrong input, also where no model is asked", async () => {
    const app = await openedEngine()
    await asked(app)
    const refused = async (brief: { kind: string; input: never }) => {
      const outcome = await app.supervisor.dispatch({ type: "turn.ask", agentId: jakeId, brief })
      return "rejection" in outcome ? outcome.rejection.message : ""
    }
    expect(await app.supervisor.dispatch(ask)).toMatchObject({ rejection: { message: expect.stringContaining("is working") } })
    expect(await refused({ kind: "none", input: {} as never })).toContain('There is no brief called "none"')
    expect(await refused({ kind: "toy", input: {} as never })).toContain("does not fit")
    expect(await refused({ kind: "verification", input: {} as never })).toContain("does not fit")
    app.stop()
  })

  it("no client can ask for it", () => {
    expect(ClientCommand.safeParse(ask).success).toBe(false)
  })
})

describe("the provider", () => {
  it("A2 is asked again after it was overloaded, with the same words", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    first.fail("overloaded")
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    app.clock.advance(60_000)
    const second = await app.model.asked()
    expect(second.request).toEqual(first.request)
    app.stop()
  })

  it("A5 refuses the key: the turn is parked, and the same brief is asked when the user tries again", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    first.fail("auth")
    await app.idle()
    expect(app.jake().trouble).toMatchObject({ parked: true, brief: { kind: "toy" } })
    await app.supervisor.dispatch({ type: "turn.retry", agentId: jakeId })
    const second = await app.model.asked()
    expect(second.request.system).toBe(first.request.system)
    says(second, right)
    await app.idle()
    expect(app.jake()).toMatchObject({ trouble: null, progress: { note: "bad" } })
    app.stop()
  })

  it("A5 takes the key again: who was parked is asked the same brief, one after the other", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    first.fail("auth")
    await app.idle()
    await app.supervisor.dispatch({ type: "agent.resume", agentId: jakeId, scope: "one" })
    app.clock.advance(60_000)
    const second = await app.model.asked()
    expect(second.request.system).toBe(first.request.system)
    expect(app.jake().turn).toMatchObject({ cause: "restart", brief: { kind: "toy" } })
    app.stop()
  })

  it("A9 cuts the answer off at the token limit: it is sent back, and half an answer does not count", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    first.text(right)
    first.finish("max_tokens")
    const second = await app.model.asked()
    expect(JSON.stringify(second.request.messages.at(-1))).toContain("cut off at the token limit")
    expect(app.jake().progress).toBeNull()
    app.stop()
  })

  it("A11 declines to answer: the turn fails with its words, and the conversation loses nothing", async () => {
    const app = await openedEngine()
    await app.send("hello")
    says(await app.model.asked(), "Hello there")
    await app.idle()
    const exchange = await asked(app)
    exchange.finish("refusal")
    await app.idle()
    expect(app.of("turn.failed").map(({ event }) => event)).toMatchObject([
      { failure: { kind: "invalid_answer", message: expect.stringContaining("declined to answer") } },
    ])
    await app.send("go on")
    const { request } = await app.model.asked()
    expect(JSON.stringify(request.messages)).toContain("Hello there")
    app.stop()
  })
})

describe("a handover", () => {
  it("sees the conversation with its calls in words, has no tools, and joins the conversation", async () => {
    const app = await openedEngine()
    await app.send("look")
    const first = await app.model.asked()
    first.call("read_file", { path: "a.txt" })
    first.finish()
    says(await app.model.asked(), "done")
    await app.idle()
    await app.supervisor.dispatch({ type: "turn.ask", agentId: jakeId, brief: { kind: "handover", input: {} } })
    const { request, ...exchange } = await app.model.asked()
    expect(request.tools).toEqual([])
    expect(request.messages.flatMap(({ content }) => content.map(({ type }) => type))).not.toContain("tool_use")
    expect(JSON.stringify(request.messages)).toContain("[You called read_file with")
    expect(JSON.stringify(request.messages.at(-1))).toContain("Hand over, in at most three lines")
    says({ request, ...exchange }, "All read.")
    await app.idle()
    await app.send("thanks")
    const after = await app.model.asked()
    expect(JSON.stringify(after.request.messages)).toContain("All read.")
    expect(after.request.tools).not.toEqual([])
    app.stop()
  })
})
