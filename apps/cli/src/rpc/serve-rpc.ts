// Owns: `kibitz rpc`: one request per line in, one message per line out, until the input ends, the reader goes away or a signal
// comes. Does not own what a request means (host) nor what is done about a slow reader (wire/outlet.ts).
import type { Writable } from "node:stream"
import { WIRE_MESSAGE_LIMIT } from "@kibitz/contract"
import type { Host } from "@kibitz/host"
import { type Client, connectClient } from "../wire/client.ts"
import { type Line, lineSplitter } from "./line-splitter.ts"

/** In bytes. No shorter than the limit of the wire for plain ASCII, and never more than that many code units. */
export const LINE_LIMIT = WIRE_MESSAGE_LIMIT

export type RpcOptions = {
  /** A piece is used up before the next one is asked for. */
  readonly input: AsyncIterable<Uint8Array>
  readonly output: Writable
  /** Keep going after the input has ended, to go on reading what happens. */
  readonly stay: boolean
  /** Aborted by SIGINT and SIGTERM. */
  readonly ended: AbortSignal
}

const LAST_WORDS_MS = 1000

/** Resolves when all is said. Closing the host is the caller's. */
export async function serveRpc(host: Host, options: RpcOptions): Promise<void> {
  const { input, output, stay, ended } = options
  const outputGone = new Promise<void>((resolve) => {
    // Without a listener the EPIPE of a reader that went away would end the process before the journal is closed.
    output.on("error", () => resolve())
    output.once("close", () => resolve())
  })
  const asked = new Promise<void>((resolve) => {
    if (ended.aborted) resolve()
    ended.addEventListener("abort", () => resolve(), { once: true })
  })
  const client = connectClient(host, "rpc", (json, flushed) => {
    output.write(`${json}\n`, flushed)
  })
  const allAnswered = readRequests(input, client).then(() => (stay ? asked : client.answered()))
  await Promise.race([allAnswered, outputGone, asked])
  client.close()
  await Promise.race([client.flushed(), outputGone, ...(ended.aborted ? [delay(LAST_WORDS_MS)] : [])])
}

async function readRequests(input: RpcOptions["input"], client: Client): Promise<void> {
  const lines = lineSplitter(LINE_LIMIT)
  for await (const chunk of input) {
    for (const line of lines.push(chunk)) await serveLine(line, client)
  }
  for (const line of lines.end()) await serveLine(line, client)
}

async function serveLine(line: Line, client: Client): Promise<void> {
  await client.ready()
  if (line.kind === "too-long") {
    client.refuse({ kind: "too-large", message: `A line holds at most ${LINE_LIMIT} bytes. It was thrown away; send less.` })
    return
  }
  const text = decode(line.bytes)
  if (text === null) {
    client.refuse({ kind: "malformed", message: "That line is not valid UTF-8. Send JSON in UTF-8." })
    return
  }
  if (text.trim() !== "") client.receiveText(text)
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
