// A provider on loopback that says what the test tells it to say, however odd, and holds every request to the API's rules: what the API would
// refuse is refused with 400, and kept.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { historyFault } from "@kibitz/rehearsal/history"

/** A block as it comes over the wire: how it starts, how it grows, and whether it is closed. */
export type WireBlock = { readonly start: unknown; readonly deltas?: readonly unknown[]; readonly isClosed?: boolean }
export type WireReply = { readonly blocks: readonly WireBlock[]; readonly stop: unknown }
export type SentBody = {
  readonly messages: readonly { readonly role: string; readonly content: readonly Record<string, unknown>[] }[]
}

export const said = (text: string): WireReply => ({
  blocks: [{ start: { type: "text", text: "" }, deltas: [{ type: "text_delta", text }] }],
  stop: "end_turn",
})

export type OddProvider = {
  readonly baseUrl: string
  readonly sent: readonly SentBody[]
  /** What the API would have refused. */
  readonly faults: readonly string[]
  /** These are said next, one to a request; after them, always the same. */
  says(...replies: readonly WireReply[]): void
  close(): Promise<void>
}

/** `refuses`: a rule of its own on top, for servers that are stricter than the API. */
export async function oddProvider(refuses: (body: SentBody) => string | null = () => null): Promise<OddProvider> {
  const sent: SentBody[] = []
  const faults: string[] = []
  const next: WireReply[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as SentBody
      sent.push(body)
      const fault = historyFault(body.messages)
      if (fault) faults.push(fault)
      const refusal = fault ?? refuses(body)
      if (refusal !== null) {
        response.writeHead(400, { "content-type": "application/json" })
        return response.end(JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: refusal } }))
      }
      response.writeHead(200, { "content-type": "text/event-stream" })
      return response.end(stream(next.shift() ?? said("fine")))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    faults,
    says: (...replies) => void next.splice(0, next.length, ...replies),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function stream({ blocks, stop }: WireReply): string {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage }
  const events = [
    { type: "message_start", message },
    ...blocks.flatMap(({ start, deltas = [], isClosed = true }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      ...(isClosed ? [{ type: "content_block_stop", index }] : []),
    ]),
    { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: "message_stop" },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")
}
