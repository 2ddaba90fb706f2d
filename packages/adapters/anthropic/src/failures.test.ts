// One test per kind of trouble, through the real SDK, against the rehearsal server.
import { join } from "node:path"
import type { ModelFailure } from "@kibitz/contract"
import { startRehearsal } from "@kibitz/rehearsal"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type AnthropicModel, anthropicModel } from "./model.ts"
import { ask, failureFor, replyTo, saying, stopOf } from "./testing/ask.ts"

const scenariosDir = join(import.meta.dirname, "../../../../resources/rehearsal")

describe("against the rehearsal", () => {
  let model: AnthropicModel
  let impatient: AnthropicModel
  let close: () => Promise<void>
  beforeAll(async () => {
    const rehearsal = await startRehearsal({ scenariosDir, pace: 0 })
    const credentials = () => rehearsal
    model = anthropicModel({ credentials })
    impatient = anthropicModel({ credentials, stallMs: 100 })
    close = async () => {
      model.close()
      impatient.close()
      await rehearsal.close()
    }
  })
  afterAll(() => close())

  test.each<[string, string, Partial<ModelFailure>]>([
    ["A1: a rate limit says how long to wait", "rate limit", { kind: "rate_limited", status: 429, retryAfterMs: 2000 }],
    ["A2: an overloaded provider", "overloaded", { kind: "overloaded", status: 529 }],
    ["A2: an internal error of the provider", "server error", { kind: "overloaded", status: 500 }],
    ["A3: an invalid request", "invalid request", { kind: "invalid_request", status: 400 }],
    ["A4: no credit", "billing", { kind: "billing", status: 402 }],
    ["A4: a spending limit comes as a 429 and is no rate limit", "spend limit", { kind: "billing", status: 429 }],
    ["A5: a key that is refused", "key refused", { kind: "auth", status: 401 }],
    ["A6: a prompt that is too long", "too long", { kind: "too_long", status: 400 }],
    ["A7: an error inside the stream is of the same kind as before it", "error in stream", { kind: "overloaded", status: null }],
    ["A8: a broken connection", "cut", { kind: "cut" }],
    ["A8: a stream that just ends", "quiet cut", { kind: "cut" }],
    ["F32: a captive portal", "captive portal", { kind: "offline" }],
  ])("%s", async (_title, phrase, expected) => {
    const failure = await failureFor(model, saying(`rehearse: ${phrase}`))
    expect(failure).toMatchObject(expected)
    expect(failure.message).not.toBe("")
    if (expected.kind !== "offline") expect(failure.requestId).toMatch(/^req_rehearsal_/)
  })

  test("A8: a stalled stream is noticed, and what came before it was shown", async () => {
    const events = await ask(impatient, saying("rehearse: stall"))
    expect(stopOf(events)).toMatchObject({ kind: "failed", failure: { kind: "stalled" } })
    expect(events.length).toBe(13)
  })

  test("an unknown model", async () => {
    expect(await failureFor(model, saying("hello", { model: "claude-nonesuch" }))).toMatchObject({
      kind: "model_not_found",
      status: 404,
    })
  })

  test("A9: a call that the token limit cut off is not part of the reply", async () => {
    const reply = await replyTo(model, saying("rehearse: truncated call"))
    expect(reply).toMatchObject({ stopReason: "max_tokens", content: [{ type: "text", text: "I will open the README." }] })
  })

  test("A10: a paused turn goes back and goes on", async () => {
    const request = saying("rehearse: pause")
    const paused = await replyTo(model, request)
    expect(paused.stopReason).toBe("pause_turn")
    // Without the blank at its end, which the history takes away and the API refuses.
    const content = paused.content.map((block) => (block.type === "text" ? { ...block, text: block.text.trimEnd() } : block))
    const next = await replyTo(model, { ...request, messages: [...request.messages, { role: "assistant", content }] })
    expect(next).toMatchObject({ stopReason: "end_turn", content: [{ text: "And now I have gone on from where I paused." }] })
  })

  test("A11: a refusal keeps its details", async () => {
    const reply = await replyTo(model, saying("rehearse: refusal"))
    expect(reply.stopReason).toBe("refusal")
    expect(reply.stopDetail).toMatch(/^general_harms: This refusal is part of a rehearsal/)
  })

  test("A12: an empty reply is a reply", async () => {
    expect(await replyTo(model, saying("rehearse: empty reply"))).toMatchObject({ stopReason: "end_turn", content: [] })
  })

  test("A13: an unknown stop reason and an unknown block are kept word for word, and go back as they came", async () => {
    expect(await replyTo(model, saying("rehearse: unknown stop"))).toMatchObject({
      stopReason: "unknown",
      stopDetail: "tides_changed",
    })
    const request = saying("rehearse: unknown block")
    const reply = await replyTo(model, request)
    expect(reply.content[1]).toEqual({
      type: "opaque",
      value: {
        type: "hologram",
        depth: 3,
        points: [
          [0, 0, 0],
          [1, 2, 3],
        ],
        caption: "kept word for word",
      },
    })
    const again = {
      ...request,
      messages: [...request.messages, { role: "assistant" as const, content: reply.content }, ...saying("hello").messages],
    }
    expect((await replyTo(model, again)).stopReason).toBe("end_turn")
  })

  test("thinking goes back with its signature", async () => {
    const request = saying("rehearse: thinking")
    const reply = await replyTo(model, request)
    expect(reply.content.map((block) => block.type)).toEqual(["thinking", "text"])
    const again = {
      ...request,
      messages: [...request.messages, { role: "assistant" as const, content: reply.content }, ...saying("hello").messages],
    }
    expect((await replyTo(model, again)).stopReason).toBe("end_turn")
  })

  test("F28: text that is not valid Unicode is sent as text that is", async () => {
    const lone = "a\ud800b"
    const request = saying(lone, {
      system: lone,
      messages: [
        { role: "user", content: [{ type: "text", text: lone }] },
        { role: "assistant", content: [{ type: "tool_use", id: "t1" as never, name: "read_file", input: { [lone]: [lone] } }] },
        { role: "user", content: [{ type: "tool_result", callId: "t1", output: lone, isError: false }] },
      ],
    })
    expect((await replyTo(model, request)).stopReason).toBe("end_turn")
  })

  test("usage is counted, cached tokens apart", async () => {
    const { usage } = await replyTo(model, saying("hello"))
    expect(usage.estimated).toBe(false)
    expect(usage.inputTokens).toBeGreaterThan(0)
    expect(usage.cacheWriteTokens).toBeGreaterThan(20)
    expect(usage.outputTokens).toBeGreaterThan(200)
  })

  test("a check lists the models", async () => {
    const checked = await model.check(new AbortController().signal)
    expect(checked).toMatchObject({ ok: true, models: expect.arrayContaining(["claude-sonnet-5-5"]) })
  })

  test("an interrupted story keeps the connection to the provider in order", async () => {
    const slow = await startRehearsal({ scenariosDir, pace: 0.1 })
    const reader = anthropicModel({ credentials: () => slow })
    const abort = new AbortController()
    let heard = 0
    const kinds: string[] = []
    for await (const event of reader.stream(saying("tell me a long story"), abort.signal)) {
      if (event.type === "stop") kinds.push(event.stop.kind)
      else if (++heard === 10) abort.abort()
    }
    expect(kinds).toEqual(["aborted"])
    expect(heard).toBeLessThan(40)
    expect((await replyTo(reader, saying("hello"))).stopReason).toBe("end_turn")
    reader.close()
    await slow.close()
  })
})
