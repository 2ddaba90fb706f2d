// Owns: the bytes between the SDK and the provider. Not the global fetch, because that one obeys its surroundings: proxies and
// certificates from the environment (T18), redirects that carry the key away. It also sees what the SDK hides: pings count as life.
import {
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
  type RequestOptions,
} from "node:http"
import { Agent as SecureAgent, request as secureRequest } from "node:https"
import type { Socket } from "node:net"
import { rootCertificates } from "node:tls"

export type Transport = {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** No new requests will come: connections are closed as they become free. */
  retire(): void
  close(): void
}

/** Nothing came for too long (A8). */
export class Stalled extends Error {
  override readonly name = "Stalled"
}

/** Something answered, but it was not the provider: a portal that wants a sign-in, a filter, a redirect (F32). */
export class NotTheProvider extends Error {
  override readonly name = "NotTheProvider"
}

const idleSockets = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 64, scheduling: "lifo" } as const
const CONNECT_MS = 15_000

export function nodeTransport(stallMs: number): Transport {
  const plain = new PlainAgent(idleSockets)
  // Stated, not left to defaults: NODE_TLS_REJECT_UNAUTHORIZED and NODE_EXTRA_CA_CERTS must not decide who gets the key.
  const secure = new SecureAgent({ ...idleSockets, rejectUnauthorized: true, ca: [...rootCertificates] })

  function send(url: URL, init: RequestInit, mayRepeat: boolean): Promise<Response> {
    const options: RequestOptions = {
      method: init.method ?? "GET",
      headers: { ...Object.fromEntries(new Headers(init.headers)), "accept-encoding": "identity" },
      timeout: stallMs,
    }
    const request =
      url.protocol === "https:"
        ? secureRequest(url, { ...options, agent: secure })
        : plainRequest(url, { ...options, agent: plain })
    return new Promise((resolve, reject) => {
      const signal = init.signal ?? undefined
      let answer: IncomingMessage | null = null
      // Once there is an answer it must be ended itself: ended through the request, its reader would only hear of a reset.
      const end = (error: Error) => (answer ?? request).destroy(error)
      const abort = () => void end(new DOMException("This operation was aborted", "AbortError"))
      const settle = () => signal?.removeEventListener("abort", abort)
      request.on("socket", (socket) => watch(socket, stallMs))
      request.on("timeout", () => void end(silence(request, stallMs)))
      request.on("error", (error: NodeJS.ErrnoException) => {
        settle()
        // The server closed a kept connection just as it was used again: nothing was answered, so asking once more is safe.
        const stale = answer === null && request.reusedSocket && error.code === "ECONNRESET"
        if (stale && mayRepeat && signal?.aborted !== true) resolve(send(url, init, false))
        else reject(error)
      })
      request.on("response", (incoming) => {
        answer = incoming
        incoming.on("close", settle)
        resolve(asResponse(url, incoming))
      })
      signal?.addEventListener("abort", abort, { once: true })
      if (signal?.aborted === true) abort()
      else request.end(init.body as string | undefined)
    })
  }

  return {
    async fetch(input, init) {
      const response = await send(new URL(input instanceof Request ? input.url : input), init ?? {}, true)
      refuseImpostors(response)
      return response
    },
    retire() {
      for (const agent of [plain, secure]) {
        agent.maxFreeSockets = 0
        for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
      }
    },
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}

/** A connection that does not come about is given up sooner than an answer. */
function watch(socket: Socket, stallMs: number): void {
  if (!socket.connecting) return
  socket.setTimeout(Math.min(CONNECT_MS, stallMs))
  socket.once("connect", () => socket.setTimeout(stallMs))
}

function silence(request: ClientRequest, stallMs: number): Error {
  if (request.socket?.connecting === true) return new Error("No connection could be made in time.")
  return new Stalled(`Nothing came for ${Math.round(stallMs / 100) / 10} seconds.`)
}

/** The part of a Response that the SDK reads. A real one would wrap the body in a web stream, at a cost for every token. */
function asResponse(url: URL, incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const text = async () => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString("utf8")
  }
  const response = {
    status,
    ok: status >= 200 && status < 300,
    statusText: incoming.statusMessage ?? "",
    headers: headersOf(incoming),
    url: url.href,
    body: incoming,
    text,
    json: async () => JSON.parse(await text()),
  }
  return response as unknown as Response
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] as string, incoming.rawHeaders[index + 1] as string)
  }
  return headers
}

/** The provider speaks JSON or a stream of events. It never redirects and never sends a page, except from a broken gateway (5xx). */
function refuseImpostors(response: Response): void {
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  const isPage = type === "text/html" || type === "application/xhtml+xml"
  const isExpected = type === "application/json" || type === "text/event-stream" || type.endsWith("+json")
  const isRedirect = response.status >= 300 && response.status < 400
  if (isRedirect || (isPage && response.status < 500) || (response.ok && !isExpected)) {
    void response.text().catch(() => {}) // Read to the end, so that the connection is not left hanging.
    throw new NotTheProvider(`answered ${response.status} with ${type === "" ? "no content type" : type}`)
  }
}
