// Owns: what every model must do, fake or real. Run by the fake's and by each adapter's `.contract.test.ts`.
import { type ModelFailureKind, Reply } from "@kibitz/contract"
import type { ModelEvent, ModelRequest } from "@kibitz/ports"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Exchange, ModelStage } from "./exchange.ts"

const request: ModelRequest = {
  model: "claude-sonnet-5-5",
  system: "You are Jake.",
  messages: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
  tools: [{ name: "read_file", description: "reads", inputSchema: { type: "object", properties: {} } }],
  maxTokens: 1000,
}

/** Kinds a provider can tell before it has said a word. */
const refusals: readonly ModelFailureKind[] = [
  "rate_limited",
  "overloaded",
  "invalid_request",
  "billing",
  "auth",
  "model_not_found",
  "too_long",
]

export function modelContract(name: string, make: () => Promise<ModelStage>): void {
  describe(`${name} keeps the promises of a model`, () => {
    let stage: ModelStage
    beforeEach(async () => {
      stage = await make()
    })
    afterEach(() => stage.close())

    const ask = (signal = new AbortController().signal) => stage.model.stream(request, signal)[Symbol.asyncIterator]()

    async function asked(asking: Promise<unknown>): Promise<Exchange> {
      return Promise.race([stage.asked(), asking.then(() => Promise.reject(new Error("it stopped before it asked")))])
    }

    test("words arrive one by one as they are said, and the reply is made of them", async () => {
      const events = ask()
      const first = events.next()
      const exchange = await asked(first)
      exchange.text("Hel")
      expect(await first).toEqual({ done: false, value: { type: "delta", block: 0, kind: "text", text: "Hel" } })
      const second = events.next()
      exchange.text("lo")
      expect(await second).toEqual({ done: false, value: { type: "delta", block: 0, kind: "text", text: "lo" } })
      exchange.finish()
      const stop = replyIn((await events.next()).value)
      expect(stop.content).toEqual([{ type: "text", text: "Hello" }])
      expect(stop.stopReason).toBe("end_turn")
      expect(stop.model).toBe(request.model)
      expect(stop.requestId).not.toBeNull()
      expect(await events.next()).toEqual({ done: true, value: undefined })
    })

    test("thinking and calls are blocks of their own; a call shows its name and carries its input", async () => {
      const all = collect(ask())
      const exchange = await asked(all)
      exchange.thinking("hmm", "signed")
      exchange.text("I will look.")
      exchange.call("read_file", { path: "README.md", nested: { list: [1, "two", null] } })
      exchange.call("read_file", {})
      exchange.finish()
      const events = await all
      expect(events.slice(0, -1)).toEqual([
        { type: "delta", block: 0, kind: "thinking", text: "hmm" },
        { type: "delta", block: 1, kind: "text", text: "I will look." },
        { type: "delta", block: 2, kind: "tool", text: "read_file" },
        { type: "delta", block: 3, kind: "tool", text: "read_file" },
      ])
      const reply = replyIn(events.at(-1))
      expect(reply.content).toMatchObject([
        { type: "thinking", thinking: "hmm", signature: "signed" },
        { type: "text", text: "I will look." },
        { type: "tool_use", name: "read_file", input: { path: "README.md", nested: { list: [1, "two", null] } } },
        { type: "tool_use", name: "read_file", input: {} },
      ])
      expect(reply.stopReason).toBe("tool_use")
      expect(Reply.safeParse(reply).success).toBe(true)
    })

    test.each(["max_tokens", "refusal", "pause_turn", "stop_sequence", "model_context_window_exceeded"] as const)(
      "a reply that stops for %s says so (A9, A10, A11)",
      async (reason) => {
        const all = collect(ask())
        const exchange = await asked(all)
        exchange.text("so far")
        exchange.finish(reason)
        expect(replyIn((await all).at(-1))).toMatchObject({ stopReason: reason, content: [{ type: "text", text: "so far" }] })
      },
    )

    test("A12: a reply without a word is a reply", async () => {
      const all = collect(ask())
      const exchange = await asked(all)
      exchange.finish()
      expect(replyIn((await all).at(-1)).content).toEqual([])
    })

    test.each(refusals)("A1–A6: a refusal comes as the only item: %s", async (kind) => {
      const all = collect(ask())
      const exchange = await asked(all)
      exchange.fail(kind)
      expect(await all).toMatchObject([{ type: "stop", stop: { kind: "failed", failure: { kind } } }])
    })

    test.each(["overloaded", "cut"] as const)("A7, A8: trouble in the middle comes after the words: %s", async (kind) => {
      const events = ask()
      const first = events.next()
      const exchange = await asked(first)
      exchange.text("so far")
      expect((await first).value).toMatchObject({ type: "delta", text: "so far" })
      exchange.fail(kind)
      expect(await collect(events)).toMatchObject([{ type: "stop", stop: { kind: "failed", failure: { kind } } }])
    })

    test("aborted before it asks, it does not ask", async () => {
      expect(await collect(ask(AbortSignal.abort()))).toEqual([{ type: "stop", stop: { kind: "aborted" } }])
    })

    test("aborted while waiting for the first word", async () => {
      const abort = new AbortController()
      const all = collect(ask(abort.signal))
      const exchange = await asked(all)
      abort.abort()
      expect(await all).toEqual([{ type: "stop", stop: { kind: "aborted" } }])
      await exchange.left()
    })

    test("aborted in the middle, it stops and the provider is told", async () => {
      const abort = new AbortController()
      const events = ask(abort.signal)
      const first = events.next()
      const exchange = await asked(first)
      exchange.text("so far")
      await first
      const last = events.next()
      abort.abort()
      expect(await last).toEqual({ done: false, value: { type: "stop", stop: { kind: "aborted" } } })
      expect((await events.next()).done).toBe(true)
      await exchange.left()
    })

    test("left in the middle, the provider is told", async () => {
      const events = ask()
      const first = events.next()
      const exchange = await asked(first)
      exchange.text("so far")
      await first
      await events.return?.()
      await exchange.left()
    })

    test("two at once do not hear each other", async () => {
      const one = collect(ask())
      const first = await asked(one)
      const two = collect(ask())
      const second = await asked(two)
      second.text("second")
      first.text("first")
      second.finish()
      first.finish()
      expect(replyIn((await one).at(-1)).content).toEqual([{ type: "text", text: "first" }])
      expect(replyIn((await two).at(-1)).content).toEqual([{ type: "text", text: "second" }])
    })

    test("a check names the models, or what is wrong", async () => {
      stage.answerChecks(["claude-a", "claude-b"])
      expect(await stage.model.check(new AbortController().signal)).toEqual({ ok: true, models: ["claude-a", "claude-b"] })
      stage.answerChecks("auth")
      expect(await stage.model.check(new AbortController().signal)).toMatchObject({ ok: false, failure: { kind: "auth" } })
    })
  })
}

async function collect(events: AsyncIterator<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = []
  for (let next = await events.next(); next.done !== true; next = await events.next()) all.push(next.value)
  return all
}

function replyIn(event: ModelEvent | undefined): Reply {
  if (event?.type !== "stop" || event.stop.kind !== "replied") throw new Error(`not a reply: ${JSON.stringify(event)}`)
  return event.stop.reply
}
