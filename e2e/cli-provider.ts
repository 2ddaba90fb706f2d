// Owns: a provider for tests that stands between Kibitz and the rehearsal. It tells what passes, piece by piece, so that a test can act at an exact
// moment, and it holds every request to the rehearsal's strict reading of the API; the last word has to be the user's.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { startRehearsal } from "@kibitz/rehearsal"
import { historyFault } from "@kibitz/rehearsal/history"

type Block = { type: string; text?: string; id?: string; tool_use_id?: string; content?: unknown }
export type SentMessage = { role: string; content: Block[] }

export type Passed = {
  /** "request", the type of an event of the stream, or of a delta in it. */
  readonly what: string
  /** How many of that kind have passed in this reply, this one included. */
  readonly count: number
  /** Which request of all it belongs to, from 1. */
  readonly request: number
}

export type Provider = {
  readonly baseUrl: string
  /** Called before the piece is handed on (a request) or right after it was (a piece of a reply). */
  watch(onPassed: (passed: Passed) => void): void
  readonly sent: readonly (readonly SentMessage[])[]
  /** What was wrong with the requests. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

export async function startProvider(pace: number): Promise<Provider> {
  const rehearsal = await startRehearsal({ scenariosDir: join(import.meta.dirname, "..", "resources", "rehearsal"), pace })
  const behind = new URL(rehearsal.baseUrl)
  const sent: SentMessage[][] = []
  const complaints: string[] = []
  let onPassed: (passed: Passed) => void = () => {}
  const server = createServer((asked, answer) => {
    readAll(asked).then(
      (body) => {
        if (asked.method === "POST") {
          const { messages } = JSON.parse(body.toString()) as { messages: SentMessage[] }
          sent.push(messages)
          complaints.push(...faultsOf(messages).map((fault) => `request ${sent.length}: ${fault}`))
          onPassed({ what: "request", count: 1, request: sent.length })
        }
        handOn(asked, body, answer, sent.length)
      },
      () => answer.destroy(),
    )
  })

  function handOn(asked: IncomingMessage, body: Buffer, answer: ServerResponse, number: number): void {
    const headers = { ...asked.headers, host: behind.host, authorization: `Bearer ${rehearsal.apiKey}` }
    const onward = request(
      { host: behind.hostname, port: behind.port, path: asked.url, method: asked.method, headers },
      (reply) => {
        if ((reply.statusCode ?? 0) >= 400) complaints.push(`request ${number} was refused with ${reply.statusCode}`)
        answer.writeHead(reply.statusCode ?? 500, reply.headers)
        const counts = new Map<string, number>()
        let text = ""
        reply.setEncoding("utf8").on("data", (chunk: string) => {
          const events = (text + chunk).split(/(?<=\n\n)/)
          text = events.at(-1)?.endsWith("\n\n") ? "" : (events.pop() ?? "")
          for (const event of events) {
            answer.write(event)
            const what = kindOf(event)
            if (what === null) continue
            counts.set(what, (counts.get(what) ?? 0) + 1)
            onPassed({ what, count: counts.get(what) ?? 0, request: number })
          }
        })
        reply.on("end", () => answer.end(text)).on("error", () => answer.destroy())
      },
    )
    onward.on("error", () => answer.destroy())
    // Who asked has gone: nobody is left to answer.
    answer.on("close", () => onward.destroy())
    onward.end(body)
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    watch(next) {
      onPassed = next
    },
    sent,
    complaints,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rehearsal.close()
    },
  }
}

async function readAll(asked: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of asked) parts.push(part)
  return Buffer.concat(parts)
}

function kindOf(event: string): string | null {
  const data = /^data: (.*)$/m.exec(event)?.[1]
  if (data === undefined) return null
  const { type, delta } = JSON.parse(data) as { type: string; delta?: { type?: string } }
  return type === "content_block_delta" ? (delta?.type ?? type) : type
}

function faultsOf(messages: readonly SentMessage[]): string[] {
  const fault = historyFault(messages)
  const unended = messages.at(-1)?.role === "user" ? [] : ["it does not end with the user"]
  return fault === null ? unended : [fault, ...unended]
}
