// Shapes that later kinds will have: a list of tools, and the conversation seen from apart.
import { type Brief, jakeId } from "@kibitz/contract"
import { defineBrief, registerBrief } from "@kibitz/domain"
import type { ScriptedExchange } from "@kibitz/testkit/model"
import { afterAll, beforeAll, expect, it } from "vitest"
import { z } from "zod"
import { openedEngine } from "../testing/opened-engine.ts"

const noInput = z.object({})

const reader = defineBrief({
  kind: "reader",
  input: noInput,
  sees: () => ({ from: "exhibits", system: "You read.", exhibits: [], ask: "Read a.txt." }),
  tools: ["read_file", "write_file"],
  answer: "free",
  onAnswer: (_, { id }, __, said) => [{ type: "agent.progressed", agentId: id, percent: 1, note: said, milestone: false }],
})

const summary = defineBrief({
  kind: "summary",
  input: noInput,
  sees: () => ({ from: "conversation", system: "You summarize.", last: "Summarize what was said." }),
  tools: [],
  answer: "free",
  onAnswer: (_, { id }, __, said) => [{ type: "agent.progressed", agentId: id, percent: 2, note: said, milestone: false }],
  onFailure: () => [],
})

let unregister: readonly (() => void)[] = []
beforeAll(() => {
  unregister = [reader, summary].map(registerBrief)
})
afterAll(() => {
  for (const forget of unregister) forget()
})

type App = Awaited<ReturnType<typeof openedEngine>>

async function asked(app: App, kind: string): Promise<ScriptedExchange> {
  const brief: Brief = { kind, input: {} }
  expect(await app.supervisor.dispatch({ type: "turn.ask", agentId: jakeId, brief })).not.toHaveProperty("rejection")
  return app.model.asked()
}

function says(exchange: ScriptedExchange, text: string): void {
  exchange.text(text)
  exchange.finish()
}

it("offers only the listed tools that the posture allows, runs those, and refuses the others", async () => {
  const app = await openedEngine()
  const first = await asked(app, "reader")
  // Planning has no write_file, whatever a brief lists.
  expect(first.request.tools.map(({ name }) => name)).toEqual(["read_file"])
  first.call("read_file", { path: "a.txt" })
  first.call("list_directory", { path: "." })
  first.finish()
  const second = await app.model.asked()
  expect(second.request.messages.at(-1)?.content).toMatchObject([
    { type: "tool_result", isError: false, output: expect.stringContaining("a.txt") },
    {
      type: "tool_result",
      isError: true,
      output: expect.stringContaining("is not one of the tools of this turn: read_file, write_file"),
    },
  ])
  says(second, "read")
  await app.idle()
  expect(app.jake().progress).toMatchObject({ note: "read" })
  app.stop()
})

it("shows the conversation with calls in words and a last question, and leaves it as it was", async () => {
  const app = await openedEngine()
  await app.send("look")
  const first = await app.model.asked()
  first.call("read_file", { path: "a.txt" })
  first.finish()
  says(await app.model.asked(), "seen")
  await app.idle()
  const third = await asked(app, "summary")
  expect(third.request).toMatchObject({ system: "You summarize.", tools: [] })
  expect(third.request.messages.at(-1)).toEqual({ role: "user", content: [{ type: "text", text: "Summarize what was said." }] })
  expect(JSON.stringify(third.request.messages)).toMatch(/\[You called read_file with .*\[The call returned\]/)
  says(third, "A file was read.")
  await app.idle()
  expect(app.jake().progress).toMatchObject({ note: "A file was read." })
  await app.send("and now?")
  const { request } = await app.model.asked()
  expect(JSON.stringify(request.messages)).not.toMatch(/Summarize|A file was read|You called/)
  expect(request.messages).toHaveLength(5)
  app.stop()
})

it("lets a brief decide that no answer is no harm: the agent is not stuck, and what was said meanwhile is taken", async () => {
  const app = await openedEngine()
  await app.send("hello")
  says(await app.model.asked(), "Hello there")
  await app.idle()
  const exchange = await asked(app, "summary")
  await app.send("wait")
  exchange.finish()
  const { request } = await app.model.asked()
  expect(JSON.stringify(request.messages.at(-1))).toContain("wait")
  expect(app.jake()).toMatchObject({ standing: { kind: "open" }, trouble: null })
  expect(app.of("turn.failed")).toHaveLength(1)
  app.stop()
})
