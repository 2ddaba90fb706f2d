// Owns: a bare HTTP server on loopback for tests that must decide every byte themselves.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type Loopback = { readonly baseUrl: string; readonly requests: readonly IncomingMessage[]; close(): Promise<void> }

export async function loopback(
  serve: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<Loopback> {
  const requests: IncomingMessage[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request)
    const chunks: Buffer[] = []
    response.on("error", () => {})
    request.on("error", () => {})
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => serve(request, response, Buffer.concat(chunks).toString("utf8")))
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** One server-sent event as the API writes it. */
export function sse(data: { readonly type: string; readonly [key: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

export const eventStream = { "content-type": "text/event-stream; charset=utf-8", "request-id": "req_loopback" }

/** A short reply with every kind of block, as it comes over the wire; for cutting and chopping. */
export function recordedStream(): string {
  const usage = { input_tokens: 12, cache_creation_input_tokens: 3, cache_read_input_tokens: 4, output_tokens: 1 }
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5-5",
    content: [],
    stop_reason: null,
    usage,
  }
  const delta = (index: number, inner: Record<string, unknown>) => sse({ type: "content_block_delta", index, delta: inner })
  return [
    sse({ type: "message_start", message }),
    sse({ type: "ping" }),
    sse({ type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }),
    delta(0, { type: "thinking_delta", thinking: "Let me see – naïve? 🤔" }),
    delta(0, { type: "signature_delta", signature: "c2lnbmVk" }),
    sse({ type: "content_block_stop", index: 0 }),
    sse({ type: "content_block_start", index: 1, content_block: { type: "text", text: "" } }),
    delta(1, { type: "text_delta", text: "Grüße, 世界 " }),
    delta(1, { type: "text_delta", text: "👩‍👩‍👧 and\nmore" }),
    sse({ type: "content_block_stop", index: 1 }),
    sse({
      type: "content_block_start",
      index: 2,
      content_block: { type: "tool_use", id: "toolu_1", name: "read_file", input: {} },
    }),
    delta(2, { type: "input_json_delta", partial_json: "" }),
    delta(2, { type: "input_json_delta", partial_json: '{"path": "rés' }),
    delta(2, { type: "input_json_delta", partial_json: 'umé.md"}' }),
    sse({ type: "content_block_stop", index: 2 }),
    sse({ type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 42 } }),
    sse({ type: "message_stop" }),
  ].join("")
}

export const recordedReply = {
  content: [
    { type: "thinking", thinking: "Let me see – naïve? 🤔", signature: "c2lnbmVk" },
    { type: "text", text: "Grüße, 世界 👩‍👩‍👧 and\nmore" },
    { type: "tool_use", id: "toolu_1", name: "read_file", input: { path: "résumé.md" } },
  ],
  stopReason: "tool_use",
  stopDetail: null,
  usage: { inputTokens: 12, outputTokens: 42, cacheReadTokens: 4, cacheWriteTokens: 3, estimated: false },
  model: "claude-sonnet-5-5",
  requestId: "req_loopback",
}
