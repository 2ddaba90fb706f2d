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

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${rehearsal.baseUrl}/v1/messages`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${rehearsal.apiKey}`,
      "content-type": "application/json",
      "anthropic-version": "2026-10-21",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
}

describe("what it accepts", () => {
  const messages = [user("hello")]
  test.each<[string, unknown, number, string, string]>([
    ["not JSON", "{", 400, "invalid_request_error", "not valid JSON"],
    ["no object", "[]", 400, "invalid_request_error", "body"],
    ["no model", { ...base, model: undefined, messages }, 400, "invalid_request_error", "model"],
    ["an unknown model", { ...base, model: "gpt-x", messages }, 404, "not_found_error", "model: gpt-x"],
    ["max_tokens as text", { ...base, max_tokens: "9", messages }, 400, "invalid_request_error", "max_tokens"],
    ["stream as text", { ...base, stream: "yes", messages }, 400, "invalid_request_error", "stream"],
    ["no messages", { ...base, messages: [] }, 400, "invalid_request_error", "at least one message"],
    ["messages as object", { ...base, messages: {} }, 400, "invalid_request_error", "messages"],
    [
      "an unknown role",
      { ...base, messages: [{ role: "robot", content: "x" }] },
      400,
      "invalid_request_error",
      "messages.0.role",
    ],
    [
      "the assistant first",
      { ...base, messages: [assistant({ type: "text", text: "x" })] },
      400,
      "invalid_request_error",
      "first message",
    ],
    ["empty content", { ...base, messages: [{ role: "user", content: [] }] }, 400, "invalid_request_error", "non-empty"],
    ["an empty text", { ...base, messages: [user("")] }, 400, "invalid_request_error", "messages.0.content.0.text"],
    ["a blank text", { ...base, messages: [user(" \n")] }, 400, "invalid_request_error", "non-whitespace"],
    [
      "a blank reply",
      { ...base, messages: [user("x"), assistant({ type: "text", text: "\n\n" }), user("y")] },
      400,
      "invalid_request_error",
      "non-whitespace",
    ],
    ["a lone surrogate (F28)", { ...base, messages: [user("a\ud800b")] }, 400, "invalid_request_error", "lone surrogate"],
    [
      "an unknown block",
      { ...base, messages: [{ role: "user", content: [{ type: "smell" }] }] },
      400,
      "invalid_request_error",
      "smell",
    ],
    ["an orphan tool_use (A15)", { ...base, messages: [user("x"), assistant(use("t1"))] }, 400, "invalid_request_error", "t1"],
    [
      "an unanswered tool_use (A15)",
      { ...base, messages: [user("x"), assistant(use("t1")), user("y")] },
      400,
      "invalid_request_error",
      "without `tool_result`",
    ],
    [
      "an orphan tool_result (A15)",
      { ...base, messages: [{ role: "user", content: [result("t9")] }] },
      400,
      "invalid_request_error",
      "unexpected `tool_use_id`",
    ],
    [
      "half the results (A15)",
      { ...base, messages: [user("x"), assistant(use("t1"), use("t2")), { role: "user", content: [result("t1")] }] },
      400,
      "invalid_request_error",
      "t2",
    ],
    [
      "text before results (A15)",
      {
        ...base,
        messages: [user("x"), assistant(use("t1")), { role: "user", content: [{ type: "text", text: "y" }, result("t1")] }],
      },
      400,
      "invalid_request_error",
      "without `tool_result`",
    ],
    [
      "duplicate tool ids (T27)",
      { ...base, messages: [user("x"), assistant(use("t1"), use("t1")), { role: "user", content: [result("t1")] }] },
      400,
      "invalid_request_error",
      "unique",
    ],
    [
      "a changed thinking block",
      { ...base, messages: [user("x"), assistant({ type: "thinking", thinking: "a", signature: "rehearsal-0" }), user("y")] },
      400,
      "invalid_request_error",
      "signature",
    ],
    ["two tools of one name", { ...base, tools: [tool("a"), tool("a")], messages }, 400, "invalid_request_error", "unique"],
  ])("refuses %s", async (_what, body, status, type, message) => {
    const response = await post(body)
    const error = (await response.json()) as { type: string; error: { type: string; message: string }; request_id: string }
    expect([response.status, error.type, error.error.type]).toEqual([status, "error", type])
    expect(error.error.message).toContain(message)
    expect(error.request_id).toBe(response.headers.get("request-id"))
  })

  test("refuses a body that is too large, announced or not, and one that is not UTF-8", async () => {
    expect((await post({ ...base, messages: [user("x".repeat(300_000))] })).status).toBe(413)
    const streamed = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    })
    const response = await fetch(`${rehearsal.baseUrl}/v1/messages`, {
      method: "POST",
      duplex: "half",
      headers: { "x-api-key": rehearsal.apiKey, "content-type": "application/json", "anthropic-version": "x" },
      body: streamed,
    } as RequestInit)
    expect(response.status).toBe(413)
    const notUtf8 = await fetch(`${rehearsal.baseUrl}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": rehearsal.apiKey, "content-type": "application/json", "anthropic-version": "x" },
      body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    })
    expect(notUtf8.status).toBe(400)
  })

  test("refuses other content types: a form on a web page can send those without asking", async () => {
    expect((await post({ ...base, messages }, { "content-type": "text/plain" })).status).toBe(400)
  })

  test("takes results in any order, and text after them", async () => {
    const answered = [
      user("x"),
      assistant(use("t1"), use("t2")),
      { role: "user", content: [result("t2"), result("t1"), { type: "text", text: "and?" }] },
    ]
    expect((await post({ ...base, messages: answered })).status).toBe(200)
  })
})
