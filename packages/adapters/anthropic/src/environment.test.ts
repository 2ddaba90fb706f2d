import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterEach, expect, test, vi } from "vitest"
import { anthropicModel } from "./model.ts"
import { replyTo, saying } from "./testing/ask.ts"
import { eventStream, type Loopback, loopback, recordedStream } from "./testing/loopback.ts"

const open: Loopback[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const server of open.splice(0)) await server.close()
})

async function provider(): Promise<Loopback> {
  const server = await loopback((_request, response) => void response.writeHead(200, eventStream).end(recordedStream()))
  open.push(server)
  return server
}

test("T18: nothing in the environment changes where a request goes or what it carries", async () => {
  const [real, attacker] = [await provider(), await provider()]
  const variables: Record<string, string> = {
    ANTHROPIC_API_KEY: "env-key",
    ANTHROPIC_AUTH_TOKEN: "env-token",
    ANTHROPIC_BASE_URL: attacker.baseUrl,
    ANTHROPIC_CUSTOM_HEADERS: "Authorization: Bearer env-header\nX-Stolen: yes\nanthropic-version: 1999-01-01",
    ANTHROPIC_PROFILE: "other",
    ANTHROPIC_LOG: "debug",
    ANTHROPIC_OPEN_TELEMETRY: "true",
    HTTP_PROXY: attacker.baseUrl,
    HTTPS_PROXY: attacker.baseUrl,
    ALL_PROXY: attacker.baseUrl,
    http_proxy: attacker.baseUrl,
    NODE_USE_ENV_PROXY: "1",
    NO_PROXY: "",
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const written = vi.spyOn(console, "log")
  const model = anthropicModel({ credentials: () => ({ apiKey: "settings-key", baseUrl: real.baseUrl }) })
  await replyTo(model, saying("hello"))
  model.close()
  expect(attacker.requests).toEqual([])
  const [request] = real.requests
  expect(request?.headers.authorization).toBe("Bearer settings-key")
  expect(request?.headers["x-stolen"]).toBeUndefined()
  expect(request?.headers["anthropic-version"]).not.toBe("1999-01-01")
  expect(request?.url).toBe("/v1/messages")
  expect(JSON.stringify(request?.headers)).not.toMatch(/env-|stolen/i)
  expect(written).not.toHaveBeenCalled()
})

test("T18: a process started with proxies in its environment asks the provider directly", async () => {
  const real = await provider()
  const script = `
    import { anthropicModel } from ${JSON.stringify(new URL("model.ts", import.meta.url).href)}
    const model = anthropicModel({ credentials: () => ({ apiKey: "key", baseUrl: ${JSON.stringify(real.baseUrl)} }) })
    const request = { model: "m", system: "", messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }], tools: [], maxTokens: 9 }
    for await (const event of model.stream(request, new AbortController().signal)) if (event.type === "stop") console.log(event.stop.kind)
  `
  const nowhere = "http://127.0.0.1:1"
  const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NODE_NO_WARNINGS: "1" }
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env })
  expect(stdout.trim()).toBe("replied")
  expect(real.requests).toHaveLength(1)
})

test("T18: a redirect does not take the key elsewhere", async () => {
  const attacker = await provider()
  const redirecting = await loopback(
    (_request, response) => void response.writeHead(307, { location: `${attacker.baseUrl}/v1/messages` }).end(),
  )
  open.push(redirecting)
  const model = anthropicModel({ credentials: () => ({ apiKey: "settings-key", baseUrl: redirecting.baseUrl }) })
  const kinds: string[] = []
  for await (const event of model.stream(saying("hello"), new AbortController().signal)) {
    if (event.type === "stop" && event.stop.kind === "failed") kinds.push(event.stop.failure.kind)
  }
  model.close()
  expect(kinds).toEqual(["offline"])
  expect(attacker.requests).toEqual([])
})

test("what is asked for: caching at both marks, the tools, results by their call", async () => {
  let sent: unknown
  const server = await loopback((_request, response, body) => {
    sent = JSON.parse(body)
    response.writeHead(200, eventStream).end(recordedStream())
  })
  open.push(server)
  const model = anthropicModel({ credentials: () => ({ apiKey: "key", baseUrl: server.baseUrl }) })
  await replyTo(model, {
    model: "claude-opus-5-5",
    system: "Be Jake.",
    messages: [
      { role: "user", content: [{ type: "text", text: "read" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "" },
          { type: "thinking", thinking: "t", signature: "s" },
          { type: "redacted_thinking", data: "d" },
          { type: "tool_use", id: "call_1" as never, name: "read_file", input: { path: "a" } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", callId: "call_1", output: "text", isError: true }] },
    ],
    tools: [{ name: "read_file", description: "reads", inputSchema: { type: "object" } }],
    maxTokens: 77,
  })
  model.close()
  expect(sent).toEqual({
    model: "claude-opus-5-5",
    max_tokens: 77,
    stream: true,
    cache_control: { type: "ephemeral" },
    system: [{ type: "text", text: "Be Jake.", cache_control: { type: "ephemeral" } }],
    tools: [{ name: "read_file", description: "reads", input_schema: { type: "object" } }],
    messages: [
      { role: "user", content: [{ type: "text", text: "read" }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "t", signature: "s" },
          { type: "redacted_thinking", data: "d" },
          { type: "tool_use", id: "call_1", name: "read_file", input: { path: "a" } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "text", is_error: true }] },
    ],
  })
})
