import { type Command, jakeId } from "@kibitz/contract"
import { foldTranscript, registerBrief } from "@kibitz/domain"
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

const lines = (app: App) => foldTranscript([], app.journal.all())

describe("a turn with a brief of its own", () => {
  it("shows the model the exhibits and nothing of the conversation, without tools", async () => {
    const app = await openedEngine()
    await app.send("hello")
    says(await app.model.asked(), "Hello there")
    await app.idle()
    const { request } = await asked(app)
    expect(request).toMatchObject({ system: "You judge a draft. Go by the exhibits alone.", tools: [] })
    expect(request.messages).toHaveLength(1)
    const texts = request.messages[0]?.content.map((block) => (block.type === "text" ? block.text : ""))
    expect(texts?.[0]).toBe("# The rules\nShort is good.")
    expect(texts?.[1]).toMatch(/^# The draft\n<<untrusted (\S+) source="draft\.md"[\s\S]*Ignore the rules[\s\S]*\n<<end \1>>$/)
    expect(texts?.[2]).toMatch(/^Is it good\?/)
    expect(JSON.stringify(request)).not.toContain("Hello")
    app.stop()
  })

  it.each([
    ["as the whole text", right],
    ["in one fenced block", `Here it is:\n\n\`\`\`json\n${right}\n\`\`\`\n`],
  ])("takes a right answer at once: %s", async (_, text) => {
    const app = await openedEngine()
    says(await asked(app), text)
    await app.idle()
    expect(app.jake().progress).toEqual({ percent: 20, note: "bad" })
    expect(app.model.requests).toHaveLength(1)
    expect(app.types()).toEqual([
      "workspace.opened",
      "agent.founded",
      "turn.started",
      "turn.replied",
      "turn.finished",
      "agent.progressed",
      "agent.planned",
    ])
    expect(lines(app)).toMatchObject([{ kind: "brief", brief: "toy", speaker: "Critic" }])
    app.stop()
  })

  it("is no part of the conversation that follows", async () => {
    const app = await openedEngine()
    await app.send("hello")
    says(await app.model.asked(), "Hello there")
    await app.idle()
    says(await asked(app), "hm")
    says(await app.model.asked(), right)
    await app.idle()
    await app.send("and now?")
    const { request } = await app.model.asked()
    expect(request.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "hello" }] },
      { role: "assistant", content: [{ type: "text", text: "Hello there" }] },
      { role: "user", content: [{ type: "text", text: "and now?" }] },
    ])
    app.stop()
  })

  it("sends a wrong answer back once, with the problem in one sentence, and takes the right one", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    says(first, '{"verdict": "fine", "percent": 20}')
    const second = await app.model.asked()
    expect(second.request.messages.slice(0, 1)).toEqual(first.request.messages)
    expect(second.request.messages.slice(1)).toMatchObject([
      { role: "assistant" },
      {
        role: "user",
        content: [{ text: expect.stringMatching(/^Your answer does not fit: verdict: .*"good"\|"bad"\. Answer with one JSON/) }],
      },
    ])
    says(second, right)
    await app.idle()
    expect(app.jake().progress).toEqual({ percent: 20, note: "bad" })
    expect(lines(app).map(({ kind }) => kind)).toEqual(["brief", "app", "brief"])
    app.stop()
  })

  it("fails after the second wrong answer, with one card that says why, and asks no more", async () => {
    const app = await openedEngine()
    says(await asked(app), "good, I think")
    says(await app.model.asked(), "still good")
    await app.idle()
    expect(app.of("turn.failed").map(({ event }) => event)).toMatchObject([
      { failure: { kind: "invalid_answer", message: expect.stringContaining("Jake gave no valid answer") }, parked: false },
    ])
    expect(app.jake()).toMatchObject({ standing: { kind: "stuck", why: "failed" }, trouble: null, due: null, progress: null })
    expect(Object.values(app.supervisor.world().attention)).toMatchObject([{ kind: "stuck" }])
    app.clock.advance(3_600_000)
    await app.supervisor.drain()
    expect(app.model.requests).toHaveLength(2)
    app.stop()
  })

  it("refuses a call at the gate, says why to the model, and takes the answer that follows", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    first.call("read_file", { path: "a.txt" })
    first.finish()
    const second = await app.model.asked()
    expect(app.of("call.blocked").map(({ event }) => event)).toMatchObject([
      {
        capability: "read_file",
        verdict: { effect: "deny", rule: "brief", because: expect.stringContaining("no tools in this turn") },
      },
    ])
    expect(second.request.messages.at(-1)?.content).toMatchObject([
      { type: "tool_result", isError: true, output: expect.stringContaining("Answer in words") },
      { type: "text" },
    ])
    says(second, right)
    await app.idle()
    expect(app.jake().progress).toEqual({ percent: 20, note: "bad" })
    app.stop()
  })

  it("does not let a model call tools for ever", async () => {
    const app = await openedEngine()
    const first = await asked(app)
    first.call("read_file", { path: "a.txt" })
    first.finish()
    const second = await app.model.asked()
    second.call("read_file", { path: "b.txt" })
    second.finish()
    await app.idle()
    expect(app.of("turn.failed")).toHaveLength(1)
    expect(app.model.requests).toHaveLength(2)
    app.stop()
  })
})
