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
import { urlToHttpOptions } from "node:url"

export type Transport = {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Whether a request can go out at once, without the making of a connection that takes longer than waiting for one to be free. */
  isReady(): boolean
  /** No new requests will come: connections are closed as they become free. */
  retire(): void
  close(): void
}

type Place = { readonly href: string; readonly isSecure: boolean; readonly options: RequestOptions }

/**
 * A body that is let go of as soon as there is an answer. The SDK keeps what it was asked with for as long as a reply is being written, and a
 * conversation is sent again with every step: of fifty agents at work that is fifty megabytes that nobody needs.
 */
export class SentOnce {
  #text: string
  constructor(text: string) {
    this.#text = text
  }
  get text(): string {
    return this.#text
  }
  letGo(): void {
    this.#text = ""
  }
}

/** Nothing came for too long (A8). */
export class Stalled extends Error {
  override readonly name = "Stalled"
}

/** Something answered, but it was not the provider: a portal that wants a sign-in, a filter, a redirect (F32). */
export class NotTheProvider extends Error {
  override readonly name = "NotTheProvider"
  /** Somebody is there and knows no such thing: the network works, the address is another's. */
  readonly isElsewhere: boolean
  constructor(message: string, isElsewhere: boolean) {
    super(message)
    this.isElsewhere = isElsewhere
  }
}

const idleSockets = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 64, scheduling: "lifo" } as const
const CONNECT_MS = 15_000

export function nodeTransport(stallMs: number): Transport {
  const plain = new PlainAgent(idleSockets)
  // Stated, not left to defaults: NODE_TLS_REJECT_UNAUTHORIZED and NODE_EXTRA_CA_CERTS must not decide who gets the key.
  const secure = new SecureAgent({ ...idleSockets, rejectUnauthorized: true, ca: [...rootCertificates] })

  /** Read once: all but a few requests go to the same place. */
  let known: Place | null = null
  function placeOf(input: string | URL | Request): Place {
    const href = typeof input === "string" ? input : input instanceof URL ? input.href : input.url
    if (known?.href !== href)
      known = { href, isSecure: new URL(href).protocol === "https:", options: urlToHttpOptions(new URL(href)) }
    return known
  }

  function send(to: Place, init: RequestInit, mayRepeat: boolean): Promise<Response> {
    const options: RequestOptions = {
      ...to.options,
      method: init.method ?? "GET",
      headers: plainHeaders(init.headers),
      timeout: stallMs,
    }
    const request = to.isSecure ? secureRequest({ ...options, agent: secure }) : plainRequest({ ...options, agent: plain })
    return new Promise((resolve, reject) => {
      const signal = init.signal ?? undefined
      const body: unknown = init.body
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
        if (stale && mayRepeat && signal?.aborted !== true) resolve(send(to, init, false))
        else reject(error)
      })
      request.on("response", (incoming) => {
        answer = incoming
        if (body instanceof SentOnce) body.letGo()
        incoming.on("close", settle)
        resolve(asResponse(to.href, incoming))
      })
      signal?.addEventListener("abort", abort, { once: true })
      if (signal?.aborted === true) abort()
      else request.end(body instanceof SentOnce ? body.text : (body as string | undefined))
    })
  }

  return {
    async fetch(input, init) {
      const response = await send(placeOf(input), init ?? {}, true)
      refuseImpostors(response)
      return response
    },
    // Without TLS one more connection costs next to nothing, and is there for the steps that follow.
    isReady: () => known?.isSecure === false || Object.keys(secure.freeSockets).length > 0,
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

function plainHeaders(given: RequestInit["headers"]): Record<string, string> {
  const headers: Record<string, string> = {}
  const all = given instanceof Headers ? given : new Headers(given)
  all.forEach((value, name) => {
    headers[name] = value
  })
  headers["accept-encoding"] = "identity"
  return headers
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
function asResponse(url: string, incoming: IncomingMessage): Response {
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
    url,
    body: incoming,
    text,
    json: async () => JSON.parse(await text()),
  }
  return response as unknown as Response
}

/** The part of Headers that the SDK reads. A real one checks every character of every value again. */
function headersOf({ headers }: IncomingMessage): Pick<Headers, "get" | "has" | "entries"> {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(", ") : (value ?? null)
  }
  return {
    get,
    has: (name) => get(name) !== null,
    entries: () =>
      Object.keys(headers)
        .map((name): [string, string] => [name, get(name) ?? ""])
        .values(),
  }
}

/** The provider speaks JSON or a stream of events. It never redirects and never sends a page, except from a broken gateway (5xx). */
function refuseImpostors(response: Response): void {
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  const isPage = type === "text/html" || type === "application/xhtml+xml"
  const isExpected = type === "application/json" || type === "text/event-stream" || type.endsWith("+json")
  const isRedirect = response.status >= 300 && response.status < 400
  if (isRedirect || (isPage && response.status < 500) || (response.ok && !isExpected)) {
    void response.text().catch(() => {}) // Read to the end, so that the connection is not left hanging.
    const answer = `answered ${response.status} with ${type === "" ? "no content type" : type}`
    const isElsewhere = response.status === 404 || response.status === 405
    throw isElsewhere
      ? new NotTheProvider(
          `What is at this address does not speak the Messages API: it ${answer}. Check the provider address.`,
          true,
        )
      : new NotTheProvider(answer, false)
  }
}
