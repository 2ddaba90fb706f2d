import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Rehearsal, startRehearsal } from "./server.ts"

const scenariosDir = join(import.meta.dirname, "../../../resources/rehearsal")
const tool = (name: string) => ({ name, description: name, input_schema: { type: "object", properties: {} } })
const base = { model: "claude-sonnet-5-5", max_tokens: 4096, tools: [tool("read_file"), tool("list_directory")] }
const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] })
const use = (id: string) => ({ type: "tool_use", id, name: "read_file", input: { path: "a" } })
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "done" })
const assistant = (...content: unknown[]) => ({ role: "assistant", content })

let rehearsal: Rehearsal
beforeAll(async () => {
  rehearsal = await startRehearsal({ scenariosDir, pace: 0, maxBodyBytes: 200_000 })
})
afterAll(() => rehearsal.close())

function post(body: unknown, headers: Record<string, string> = {}, to = rehearsal): Promise<Response> {
  return fetch(`${to.baseUrl}/v1/messages`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${to.apiKey}`,
      "content-type": "application/json",
      "anthropic-version": "2026-10-21",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
}

type Frame = { type: string; [key: string]: unknown }

async function frames(response: Response): Promise<Frame[]> {
  const text = await response.text()
  return text
    .split("\n\n")
    .filter((frame) => frame !== "")
    .map((frame) => {
      const [event, data] = frame.split("\n")
      const parsed = JSON.parse(data?.replace(/^data: /, "") ?? "") as Frame
      expect(event).toBe(`event: ${parsed.type}`)
      return parsed
    })
}

describe("who may speak to it (T19)", () => {
  const raw = (headers: Record<string, string>, path = "/v1/models") =>
    new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
      const url = new URL(rehearsal.baseUrl)
      const sent = httpRequest(
        { host: url.hostname, port: url.port, path, headers: { "anthropic-version": "x", ...headers } },
        (response) => {
          response
            .resume()
            .on("end", () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }))
        },
      )
      sent.on("error", reject).end()
    })
  const key = () => ({ authorization: `Bearer ${rehearsal.apiKey}` })

  test("T19: with its key by either header; not without, not with another", async () => {
    expect(await raw(key())).toMatchObject({ status: 200 })
    expect(await raw({ "x-api-key": rehearsal.apiKey })).toMatchObject({ status: 200 })
    expect(await raw({})).toEqual({ status: 401, connection: "close" })
    expect(await raw({ authorization: "Bearer rehearsal-other" })).toEqual({ status: 401, connection: "close" })
  })

  test("T19: not a page in a browser, not through another host name", async () => {
    expect(await raw({ ...key(), origin: "https://example.invalid" })).toEqual({ status: 403, connection: "close" })
    expect(await raw({ ...key(), origin: "null" })).toEqual({ status: 403, connection: "close" })
    expect(await raw({ ...key(), host: "rebound.invalid" })).toEqual({ status: 403, connection: "close" })
    expect(await raw({ ...key(), host: "localhost" })).toEqual({ status: 403, connection: "close" })
  })

  test("unknown paths and methods get the API's error shape", async () => {
    expect(await raw(key(), "/v1/complete")).toMatchObject({ status: 404 })
    expect(await raw(key(), "/v1/messages")).toMatchObject({ status: 405 })
  })

  test("each start has another key", async () => {
    const other = await startRehearsal({ scenariosDir })
    expect(other.apiKey).not.toBe(rehearsal.apiKey)
    await other.close()
  })
})

describe("what it says", () => {
  test("a stream has every event in order, and its text is the message", async () => {
    const messages = [user("rehearse: thinking")]
    const events = await frames(await post({ ...base, stream: true, messages }))
    const kinds = events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1])
    expect(kinds).toEqual([
      "message_start",
      "ping",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ])
    const whole = (await (await post({ ...base, messages })).json()) as {
      content: { thinking?: string; text?: string; signature?: string }[]
    }
    const joined = (index: number, field: string) =>
      events
        .filter((event) => event.type === "content_block_delta" && event.index === index)
        .map((event) => (event.delta as Record<string, string>)[field] ?? "")
        .join("")
    expect(joined(0, "thinking")).toBe(whole.content[0]?.thinking)
    expect(joined(0, "signature")).toBe(whole.content[0]?.signature)
    expect(joined(1, "text")).toBe(whole.content[1]?.text)
    // What it signed it takes back.
    expect((await post({ ...base, messages: [...messages, assistant(...whole.content), user("thanks")] })).status).toBe(200)
  })

  test("the same history is answered with the same bytes", async () => {
    const body = { ...base, stream: true, messages: [user("read the project")] }
    expect(await (await post(body)).text()).toBe(await (await post(body)).text())
  })

  test("reading the project: list, read, then a summary of what came back", async () => {
    const messages: unknown[] = [user("read the project")]
    const outputs = ["README.md\nsrc/", "# Kites\nAbout kites."]
    const calls: string[] = []
    let text = ""
    for (let step = 0; step < 3; step++) {
      const reply = (await (await post({ ...base, messages })).json()) as {
        content: Record<string, unknown>[]
        stop_reason: string
      }
      const called = reply.content.find((block) => block.type === "tool_use")
      if (called === undefined) text = reply.content.map((block) => block.text).join("")
      else {
        calls.push(`${called.name} ${JSON.stringify(called.input)} ${reply.stop_reason}`)
        messages.push(assistant(...reply.content), {
          role: "user",
          content: [{ ...result(called.id as string), content: outputs[step] }],
        })
      }
    }
    expect(calls).toEqual(['list_directory {"path":"."} tool_use', 'read_file {"path":"README.md"} tool_use'])
    expect(text).toContain("entries at the top: 2")
    expect(text).toContain("# Kites")
  })

  test("a failed call leads to the other line, a tool that is not offered to words", async () => {
    const failed = [
      user("rehearse: missing file"),
      assistant(use("t1")),
      { role: "user", content: [{ ...result("t1"), content: "no such file", is_error: true }] },
    ]
    expect(await (await post({ ...base, messages: failed })).text()).toContain("As expected, the file is not there")
    const without = (await (await post({ ...base, tools: undefined, messages: [user("read the project")] })).json()) as {
      stop_reason: string
      content: unknown[]
    }
    expect(without.stop_reason).toBe("end_turn")
    expect(JSON.stringify(without.content)).toContain("does not offer it")
  })

  test("max_tokens of the request is honoured, also inside a tool's input (A9)", async () => {
    const events = await frames(await post({ ...base, max_tokens: 10, stream: true, messages: [user("read the project")] }))
    const short = events.findLast((event) => event.type === "message_delta")
    expect(short).toMatchObject({ delta: { stop_reason: "max_tokens" }, usage: { output_tokens: 10 } })
    const call = await frames(await post({ ...base, stream: true, messages: [user("rehearse: truncated call")] }))
    const json = call.map((event) => (event.delta as { partial_json?: string } | undefined)?.partial_json ?? "").join("")
    expect(json.length).toBeGreaterThan(0)
    expect(() => JSON.parse(json)).toThrow()
    expect(call.findLast((event) => event.type === "message_delta")).toMatchObject({ delta: { stop_reason: "max_tokens" } })
  })

  test("usage is about a quarter of the characters, and read from the cache when caching is asked for", async () => {
    const messages = [user("x".repeat(4000)), assistant({ type: "text", text: "y".repeat(4000) }), user("z")]
    const plain = (await (await post({ ...base, messages })).json()) as { usage: Record<string, number> }
    expect(plain.usage.input_tokens).toBeGreaterThan(2000)
    expect(plain.usage.input_tokens).toBeLessThan(2300)
    const cached = (await (await post({ ...base, cache_control: { type: "ephemeral" }, messages })).json()) as {
      usage: Record<string, number>
    }
    expect(cached.usage.cache_read_input_tokens).toBeGreaterThan(1900)
    expect(cached.usage.input_tokens).toBe(3)
  })

  test("paced tokens arrive complete and in order, many streams at once", async () => {
    const paced = await startRehearsal({ scenariosDir, pace: 0.01 })
    const texts = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const response = await fetch(`${paced.baseUrl}/v1/messages`, {
          method: "POST",
          headers: { "x-api-key": paced.apiKey, "content-type": "application/json", "anthropic-version": "x" },
          body: JSON.stringify({ ...base, stream: true, messages: [user("hello")] }),
        })
        return response.text()
      }),
    )
    const unpaced = await (await post({ ...base, stream: true, messages: [user("hello")] })).text()
    expect(new Set(texts)).toEqual(new Set([unpaced]))
    await paced.close()
  })
})

test("hurried, it says running answers to their end and later ones at once", async () => {
  const hurry = new AbortController()
  // The first token would come after an hour.
  const slow = await startRehearsal({ scenariosDir, pace: 20_000, hurry: hurry.signal })
  const ask = () => post({ ...base, stream: true, messages: [user("rehearse: thinking")] }, {}, slow)
  const running = await ask()
  hurry.abort()
  expect((await frames(running)).at(-1)?.type).toBe("message_stop")
  expect((await frames(await ask())).at(-1)?.type).toBe("message_stop")
  await slow.close()
})

describe("streams for load", () => {
  test.each([
    ["rehearse: stream 2000 at 40", 2000],
    ["rehearse: stream 7", 7],
    ["rehearse: stream", 2000],
  ])("%s is as long as was asked", async (text, tokens) => {
    const events = await frames(await post({ ...base, stream: true, messages: [user(text)] }))
    expect(events.filter((event) => event.type === "content_block_delta")).toHaveLength(tokens)
    expect(events.findLast((event) => event.type === "message_delta")).toMatchObject({ usage: { output_tokens: tokens } })
  })

  test("come at the rate that was asked for", async () => {
    const paced = await startRehearsal({ scenariosDir })
    const began = performance.now()
    const response = await fetch(`${paced.baseUrl}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": paced.apiKey, "content-type": "application/json", "anthropic-version": "x" },
      body: JSON.stringify({ ...base, stream: true, messages: [user("rehearse: stream 100 at 200")] }),
    })
    await response.text()
    // 200 ms before the first token, then 99 times 5 ms; a busy machine may take longer, never less.
    expect(performance.now() - began).toBeGreaterThanOrEqual(600)
    await paced.close()
  })
})

describe("faults", () => {
  const ask = (text: string) => post({ ...base, stream: true, messages: [user(text)] })

  test("A1: 429 with retry-after, then the answer; another history is refused anew", async () => {
    const text = "rehearse: rate limit one"
    const refused = await ask(text)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"])
    expect((await ask(text)).status).toBe(200)
    expect((await ask(text)).status).toBe(200)
    expect((await ask("rehearse: rate limit two")).status).toBe(429)
  })

  test("A2: 529 twice", async () => {
    const statuses = []
    for (let attempt = 0; attempt < 3; attempt++) statuses.push((await ask("rehearse: overloaded")).status)
    expect(statuses).toEqual([529, 529, 200])
  })

  test("A7: an error event ends the stream", async () => {
    const events = await frames(await ask("rehearse: error in stream"))
    expect(events.at(-1)).toMatchObject({ type: "error", error: { type: "overloaded_error" } })
    expect(events.filter((event) => event.type === "content_block_delta")).toHaveLength(24)
  })

  test("A8: a destroyed socket, and an orderly end without message_stop", async () => {
    await expect((await ask("rehearse: cut")).text()).rejects.toThrow()
    const events = await frames(await ask("rehearse: quiet cut"))
    expect(events.at(-1)?.type).toBe("content_block_delta")
  })

  test("without streaming the same faults are told by status or by hanging up", async () => {
    const whole = (text: string) => post({ ...base, messages: [user(text)] })
    expect((await whole("rehearse: error in stream, whole")).status).toBe(529)
    await expect(whole("rehearse: cut, whole")).rejects.toThrow()
  })
})
