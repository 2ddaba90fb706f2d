// K6: a recorded stream is cut at every byte and chopped into odd pieces, on real sockets, through the real SDK.
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type AnthropicModel, anthropicModel } from "./model.ts"
import { ask, saying, stopOf } from "./testing/ask.ts"
import { eventStream, type Loopback, loopback, recordedReply, recordedStream } from "./testing/loopback.ts"

const whole = Buffer.from(recordedStream(), "utf8")
/** The reply is complete once the blank line behind message_stop has come. */
const completeAt = whole.length

type Wire = { pieces: readonly Uint8Array[]; end: "clean" | "reset" }
let wire: Wire
let server: Loopback
let model: AnthropicModel

beforeAll(async () => {
  server = await loopback(async (_request, response) => {
    response.writeHead(200, eventStream)
    for (const piece of wire.pieces) {
      if (piece.length > 0) await new Promise((resolve) => response.write(piece, resolve))
    }
    if (wire.end === "clean") response.end()
    else response.destroy()
  })
  model = anthropicModel({ credentials: () => ({ apiKey: "key", baseUrl: server.baseUrl }) })
})
afterAll(async () => {
  model.close()
  await server.close()
})

test(`A8, F2, F3: cut at every one of ${whole.length} bytes, by an end or a reset, there is one stop and no exception`, {
  timeout: 120_000,
}, async () => {
  for (const end of ["clean", "reset"] as const) {
    for (let cut = 0; cut <= whole.length; cut++) {
      wire = { pieces: [whole.subarray(0, cut)], end }
      const stop = stopOf(await ask(model, saying("hello")))
      if (stop.kind === "replied") {
        expect(cut).toBe(completeAt)
        expect(stop.reply).toEqual(recordedReply)
      } else if (stop.kind === "failed") {
        // Before the first byte of the body not even the headers have left the server.
        expect(stop.failure.kind).toBe(cut === 0 && end === "reset" ? "offline" : "cut")
      } else expect.unreachable("nobody aborted")
      if (end === "clean" && cut === completeAt) expect(stop.kind).toBe("replied")
    }
  }
})

test("A14: however the bytes are chopped, with CRLF, comments, pings and unknown events between, the reply is the same", async () => {
  const noise = fc.constantFrom(
    'event: ping\ndata: {"type":"ping"}\n\n',
    ": a comment\n\n",
    'event: aurora\ndata: {"type":"aurora","colour":"green"}\n\n',
    "event: ping\n\n",
    "id: 7\nretry: 10\n\n",
    'event: content_block_stop\ndata: {"type":"content_block_stop","index":99}\n\n',
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":98,"delta":{"type":"text_delta","text":"lost"}}\n\n',
    "event: message_delta\ndata: null\n\n",
    "",
  )
  const frames = recordedStream().split(/(?<=\n\n)/u)
  await fc.assert(
    fc.asyncProperty(
      fc.array(noise, { minLength: frames.length, maxLength: frames.length }),
      fc.array(fc.nat({ max: 4000 }), { maxLength: 60 }),
      fc.constantFrom("\n", "\r\n"),
      async (between, cuts, newline) => {
        const text = frames.map((frame, index) => (between[index] as string) + frame).join("")
        wire = { pieces: chop(Buffer.from(text.replaceAll("\n", newline), "utf8"), cuts), end: "clean" }
        expect(stopOf(await ask(model, saying("hello")))).toEqual({ kind: "replied", reply: recordedReply })
      },
    ),
    { numRuns: 150 },
  )
})

test("A14: byte by byte", async () => {
  wire = { pieces: Array.from(whole, (byte) => Uint8Array.of(byte)), end: "clean" }
  expect(stopOf(await ask(model, saying("hello")))).toEqual({ kind: "replied", reply: recordedReply })
})

test("A14: duplicate starts and stops of a block change nothing", async () => {
  const doubled = recordedStream()
    .split(/(?<=\n\n)/u)
    .flatMap((frame) =>
      /"type":"(content_block_start|content_block_stop|message_start|message_stop)"/.test(frame) ? [frame, frame] : [frame],
    )
    .join("")
  wire = { pieces: [Buffer.from(doubled)], end: "clean" }
  expect(stopOf(await ask(model, saying("hello")))).toEqual({ kind: "replied", reply: recordedReply })
})

function chop(bytes: Buffer, cuts: readonly number[]): Uint8Array[] {
  const edges = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
}
