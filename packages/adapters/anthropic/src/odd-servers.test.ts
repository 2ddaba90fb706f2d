// Servers that are not the provider, or not in order: each writes its odd bytes itself.
import type { ModelFailure } from "@kibitz/contract"
import { afterEach, describe, expect, test } from "vitest"
import { type AnthropicModel, anthropicModel } from "./model.ts"
import { ask, failureFor, replyTo, saying, stopOf } from "./testing/ask.ts"
import { eventStream, type Loopback, loopback, recordedStream, sse } from "./testing/loopback.ts"

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
    ["an address where something else lives", 404, { "content-type": "text/html" }, "<h1>Not Found</h1>", "unknown"],
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

  test("F32: a server that does not speak TLS where it should: offline, and it does not get to see the key", async () => {
    await facing(() => {})
    const model = anthropicModel({
      credentials: () => ({ apiKey: "key", baseUrl: server?.baseUrl.replace("http:", "https:") ?? "" }),
    })
    expect(await failureFor(model, saying("hello"))).toMatchObject({ kind: "offline" })
    expect(server?.requests).toEqual([])
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

  test("without credentials: no_model", async () => {
    const model = anthropicModel({ credentials: () => null })
    expect(await failureFor(model, saying("hello"))).toMatchObject({ kind: "no_model" })
    expect(await model.check(new AbortController().signal)).toMatchObject({ ok: false, failure: { kind: "no_model" } })
  })

  test("A8: a server that accepts and never answers is a stall; pings are life", async () => {
    const silent = await facing(() => {}, 80)
    expect(await failureFor(silent, saying("hello"))).toMatchObject({ kind: "stalled" })
    await server?.close()
    const pinging = await facing((_request, response) => {
      response.writeHead(200, eventStream)
      let pings = 0
      const timer = setInterval(() => {
        if (++pings < 12) response.write(sse({ type: "ping" }))
        else response.end(recordedStream())
        if (pings === 12) clearInterval(timer)
      }, 100)
      // The socket's own timer: far longer than a ping is late on a busy machine, and shorter than all pings together.
    }, 1_000)
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

  test("connections are kept between requests, and a kept one that the server closed is replaced", async () => {
    const model = await facing((_request, response) => void response.writeHead(200, eventStream).end(recordedStream()))
    for (let index = 0; index < 8; index++) await replyTo(model, saying("hello"))
    const sockets = new Set(server?.requests.map((request) => request.socket))
    // One to ask on, one that is just becoming free.
    expect(sockets.size).toBeLessThanOrEqual(2)
    for (const socket of sockets) socket.destroy()
    expect((await replyTo(model, saying("hello"))).stopReason).toBe("tool_use")
  })

  test("a whole reply is handed on at once, and who is done with it does not cut off its connection", async () => {
    const release = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<boolean>()
    const model = await facing(async (_request, response) => {
      response.writeHead(200, eventStream).write(recordedStream())
      if (server?.requests.length === 1) {
        response.on("close", () => ended.resolve(response.writableFinished))
        await release.promise
      }
      response.end()
    })
    const talk = new AbortController()
    expect(stopOf(await ask(model, saying("hello"), talk.signal)).kind).toBe("replied")
    talk.abort("over")
    // A connection that was cut off would be gone by the time another request has had its reply.
    await replyTo(model, saying("hello"))
    release.resolve()
    expect(await ended.promise).toBe(true)
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
