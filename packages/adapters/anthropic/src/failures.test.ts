// One test per kind of trouble, through the real SDK, against the rehearsal server or a server that writes the odd bytes itself.
import { join } from "node:path"
import type { ModelFailure } from "@kibitz/contract"
import { startRehearsal } from "@kibitz/rehearsal"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { type AnthropicModel, anthropicModel } from "./model.ts"
import { ask, failureFor, replyTo, saying, stopOf } from "./testing/ask.ts"
import { eventStream, type Loopback, loopback, recordedStream, sse } from "./testing/loopback.ts"

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

  test("A10: a paused turn goes back unchanged and goes on", async () => {
    const request = saying("rehearse: pause")
    const paused = await replyTo(model, request)
    expect(paused.stopReason).toBe("pause_turn")
    const next = await replyTo(model, {
      ...request,
      messages: [...request.messages, { role: "assistant", content: paused.content }],
    })
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

describe("against odd servers", () => {
  let server: Loopback | null = null
  const models: AnthropicModel[] = []
  afterEach(async () => {
    for (const model of models.splice(0)) model.close()
    await server?.close()
    server = null
  })

  async function facing(serve: Parameters<typeof loopback>[0], stallMs?: number): Promise<AnthropicModel> {
    server = await loopback(serve)
    const { baseUrl } = server
    const model = anthropicModel({
      credentials: () => ({ apiKey: "key", baseUrl }),
      ...(stallMs === undefined ? {} : { stallMs }),
    })
    models.push(model)
    return model
  }

  const json = { "content-type": "application/json" }
  const error = (type: string, message: string) => JSON.stringify({ type: "error", error: { type, message } })

  test.each<[string, number, Record<string, string>, string, ModelFailure["kind"]]>([
    ["A2: a gateway's own page", 502, { "content-type": "text/html" }, "<h1>Bad Gateway</h1>", "overloaded"],
    ["A2: 503", 503, json, error("api_error", "unavailable"), "overloaded"],
    ["A2: 504", 504, json, error("timeout_error", "late"), "overloaded"],
    [
      "A4: no credit told as an invalid request",
      400,
      json,
      error("invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
      "billing",
    ],
    [
      "A4: a usage limit told as an invalid request",
      400,
      json,
      error("invalid_request_error", "You have reached your specified API usage limits."),
      "billing",
    ],
    ["A5: 403", 403, json, error("permission_error", "no"), "auth"],
    ["A6: 413", 413, json, error("request_too_large", "big"), "too_long"],
    [
      "A6: input and output together",
      400,
      json,
      error("invalid_request_error", "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
      "too_long",
    ],
    ["a path that does not exist", 404, json, "{}", "unknown"],
    ["F32: a filter's page", 403, { "content-type": "text/html" }, "<h1>Blocked</h1>", "offline"],
    ["F32: a redirect to a sign-in", 302, { location: "http://127.0.0.1:1/" }, "", "offline"],
    ["F32: a page that calls itself plain text", 200, { "content-type": "text/plain" }, "hello", "offline"],
    ["a status nobody has heard of", 418, json, error("teapot_error", "short and stout"), "unknown"],
  ])("%s", async (_title, status, headers, body, kind) => {
    const model = await facing((_request, response) => void response.writeHead(status, headers).end(body))
    expect(await failureFor(model, saying("hello"))).toMatchObject({ kind })
  })

  test.each<[string, Record<string, string>, (ms: number | null) => boolean]>([
    ["seconds", { "retry-after": "7" }, (ms) => ms === 7000],
    ["milliseconds", { "retry-after-ms": "350", "retry-after": "7" }, (ms) => ms === 350],
    [
      "a date",
      { "retry-after": new Date(Date.now() + 60_000).toUTCString() },
      (ms) => ms !== null && ms > 50_000 && ms <= 60_000,
    ],
    ["a date gone by", { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, (ms) => ms === 0],
    ["nonsense", { "retry-after": "soon" }, (ms) => ms === null],
    ["a negative number", { "retry-after": "-3" }, (ms) => ms === null],
    ["nothing", {}, (ms) => ms === null],
  ])("A1: retry-after as %s", async (_title, headers, holds) => {
    const model = await facing(
      (_request, response) => void response.writeHead(429, { ...json, ...headers }).end(error("rate_limit_error", "wait")),
    )
    expect(holds((await failureFor(model, saying("hello"))).retryAfterMs)).toBe(true)
  })

  test("nobody listens: offline", async () => {
    const model = await facing(() => {})
    await server?.close()
    expect(await failureFor(model, saying("hello"))).toMatchObject({ kind: "offline", status: null })
    expect(await model.check(new AbortController().signal)).toMatchObject({ ok: false, failure: { kind: "offline" } })
  })

  test("a name that does not exist: offline", async () => {
    const model = anthropicModel({ credentials: () => ({ apiKey: "key", baseUrl: "http://nowhere.invalid" }) })
    expect(await failureFor(model, saying("hello"))).toMatchObject({ kind: "offline" })
  })

  test("T17: a key that cannot be sent is not quoted in the failure", async () => {
    const model = anthropicModel({ credentials: () => ({ apiKey: "sk-secret\nX-Header: y", baseUrl: "http://127.0.0.1:9" }) })
    const failure = await failureFor(model, saying("hello"))
    expect(failure.kind).toBe("auth")
    expect(failure.message).not.toContain("secret")
  })

  test("an address that is none, a key that cannot be sent, credentials that throw: a failure, not an exception", async () => {
    for (const credentials of [
      () => ({ apiKey: "key", baseUrl: "not an address" }),
      () => ({ apiKey: "ключ\n", baseUrl: "http://127.0.0.1:9" }),
      () => {
        throw new Error("the keychain is locked")
      },
    ]) {
      const model = anthropicModel({ credentials })
      expect(stopOf(await ask(model, saying("hello"))).kind).toBe("failed")
      expect((await model.check(new AbortController().signal)).ok).toBe(false)
    }
  })

  test("without credentials: auth", async () => {
    const model = anthropicModel({ credentials: () => null })
    expect(await failureFor(model, saying("hello"))).toMatchObject({ kind: "auth" })
    expect(await model.check(new AbortController().signal)).toMatchObject({ ok: false, failure: { kind: "auth" } })
  })

  test("A8: a server that accepts and never answers is a stall; pings are life", async () => {
    const silent = await facing(() => {}, 80)
    expect(await failureFor(silent, saying("hello"))).toMatchObject({ kind: "stalled" })
    await server?.close()
    const pinging = await facing((_request, response) => {
      response.writeHead(200, eventStream)
      let pings = 0
      const timer = setInterval(() => {
        if (++pings < 8) response.write(sse({ type: "ping" }))
        else response.end(recordedStream())
        if (pings === 8) clearInterval(timer)
      }, 25)
    }, 80)
    expect((await replyTo(pinging, saying("hello"))).stopReason).toBe("tool_use")
  })

  test("A16: a server that does not count is marked as estimated", async () => {
    const model = await facing((_request, response) => {
      response.writeHead(200, eventStream)
      response.write(sse({ type: "message_start", message: { role: "assistant", content: [] } }))
      response.write(sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "hi" } }))
      response.end(sse({ type: "message_delta", delta: { stop_reason: "end_turn" } }) + sse({ type: "message_stop" }))
    })
    expect(await replyTo(model, saying("hello"))).toEqual({
      content: [{ type: "text", text: "hi" }],
      stopReason: "end_turn",
      stopDetail: null,
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, estimated: true },
      model: "claude-sonnet-5-5",
      requestId: "req_loopback",
    })
  })

  test("A7: nonsense in place of JSON is a broken stream", async () => {
    const model = await facing(
      (_request, response) => void response.writeHead(200, eventStream).end("event: message_start\ndata: {oops\n\n"),
    )
    expect(await failureFor(model, saying("hello"))).toMatchObject({ kind: "cut" })
  })

  test("the connection is kept between requests, and a kept one that the server closed is replaced", async () => {
    const model = await facing((_request, response) => void response.writeHead(200, eventStream).end(recordedStream()))
    for (let index = 0; index < 3; index++) await replyTo(model, saying("hello"))
    const sockets = new Set(server?.requests.map((request) => request.socket))
    expect(sockets.size).toBe(1)
    for (const socket of sockets) socket.destroy()
    expect((await replyTo(model, saying("hello"))).stopReason).toBe("tool_use")
  })

  test("a new key makes a new client, and a stream under way with the old one is not hurt", async () => {
    const release = Promise.withResolvers<void>()
    server = await loopback(async (request, response) => {
      response.writeHead(200, eventStream)
      if (request.headers.authorization === "Bearer old") {
        response.write(sse({ type: "ping" }))
        await release.promise
      }
      response.end(recordedStream())
    })
    let apiKey = "old"
    const { baseUrl } = server
    const model = anthropicModel({ credentials: () => ({ apiKey, baseUrl }) })
    models.push(model)
    const old = replyTo(model, saying("hello"))
    await expect.poll(() => server?.requests.length).toBe(1)
    apiKey = "new"
    await replyTo(model, saying("hello"))
    release.resolve()
    expect((await old).stopReason).toBe("tool_use")
    expect(server.requests.map((request) => request.headers.authorization)).toEqual(["Bearer old", "Bearer new"])
  })
})
