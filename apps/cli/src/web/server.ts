// Owns: the listener on loopback: the token's exchange for a cookie, the files of the screen, and the door of the WebSocket.
// Everything that is not exactly one of these gets 403 and a closed socket (T19), also what is not proper HTTP; only who is signed in
// may learn with a 404, and a closed socket, that there is no such file.
import { readFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { WIRE_MESSAGE_LIMIT } from "@kibitz/contract"
import type { Host } from "@kibitz/host"
import { WebSocketServer } from "ws"
import type { Access } from "./access.ts"
import { cookieName, type Guarded, guard, isOurOrigin } from "./guard.ts"
import { securityHeaders } from "./headers.ts"
import type { Pages } from "./pages.ts"
import type { StaticFile } from "./static-files.ts"
import { attachSocket, type Pulse } from "./wire-socket.ts"

export const WIRE_PATH = "/wire"

export type WebParts = {
  readonly host: Host
  readonly access: Access
  readonly files: ReadonlyMap<string, StaticFile>
  readonly pulse: Pulse
  readonly pages: Pages
}

export type WebServer = {
  /** Resolves to the port. Rejects when it cannot be had. */
  listen(port: number): Promise<number>
  close(): Promise<void>
}

const GOING_AWAY = 1001
const refusal =
  "Not allowed. Open the address that `kibitz web` printed: it works once, within ten minutes.\n" +
  "For a new one press Enter where `kibitz web` runs, or send it SIGUSR1.\n"

export function webServer(parts: WebParts): WebServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: WIRE_MESSAGE_LIMIT, perMessageDeflate: false })
  // A missing Host is ours to refuse: Node would answer 400 by itself.
  const limits = { headersTimeout: 10_000, requestTimeout: 20_000, requireHostHeader: false }
  const server = createServer(limits, (request, response) => {
    void answer(parts, request, response)
  })
  server.maxConnections = 200
  // What Node would otherwise answer itself: 400, 408 and 431 to what it cannot read, 100 and 417 to `Expect`, silence to CONNECT.
  server.on("clientError", (_error, socket) => refuseSocket(socket))
  server.on("checkContinue", (_request, response) => refuse(response, null))
  server.on("checkExpectation", (_request, response) => refuse(response, null))
  server.on("connect", (_request, socket) => refuseSocket(socket))
  sockets.on("wsClientError", (_error, socket) => refuseSocket(socket))
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until the handshake is done nobody else listens, and an unheard error would end the process.
    socket.on("error", () => socket.destroy())
    if (!mayOpenWire(parts.access, request)) refuseSocket(socket)
    else sockets.handleUpgrade(request, socket, head, (opened) => attachSocket(parts.host, opened, parts.pulse, parts.pages))
  })
  return {
    listen: (port) => listen(server, port),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets.clients) socket.close(GOING_AWAY, "Kibitz is closing")
      server.closeAllConnections()
      for (const socket of sockets.clients) socket.terminate()
      await closed
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen({ host: "127.0.0.1", port }, () => {
      server.off("error", reject)
      const address = server.address()
      if (address === null || typeof address === "string") reject(new Error("the listener has no port"))
      else resolve(address.port)
    })
  })
}

async function answer(parts: WebParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const guarded = guard(request, parts.access)
  if (guarded === null || !isPlainRead(request)) return refuse(response, null)
  const token = guarded.query.get("token")
  if (guarded.path === "/" && token !== null && request.method === "GET") return exchange(parts.access, guarded, token, response)
  if (!guarded.signedIn) return refuse(response, guarded.host)
  const found = parts.files.get(guarded.path)
  if (found === undefined) return finish(response, guarded.host, 404, "There is no such page.\n")
  await sendFile(found, guarded.host, request.method === "HEAD", response)
}

function isPlainRead(request: IncomingMessage): boolean {
  const hasBody = request.headers["transfer-encoding"] !== undefined || (request.headers["content-length"] ?? "0") !== "0"
  return (request.method === "GET" || request.method === "HEAD") && !hasBody
}

function exchange(access: Access, guarded: Guarded, token: string, response: ServerResponse): void {
  const session = access.redeem(token)
  // Going back or reloading presents a used token again; whoever is in already stays in.
  if (session === null && !guarded.signedIn) {
    refuse(response, guarded.host)
    return
  }
  response.writeHead(303, {
    ...securityHeaders(guarded.host),
    Location: "/",
    "Cache-Control": "no-store",
    "Content-Length": "0",
    ...(session === null ? {} : { "Set-Cookie": `${cookieName(guarded.port)}=${session}; Path=/; HttpOnly; SameSite=Strict` }),
  })
  response.end()
}

async function sendFile(found: StaticFile, host: string, headOnly: boolean, response: ServerResponse): Promise<void> {
  let content: Buffer
  try {
    content = await readFile(found.file)
  } catch {
    return finish(response, host, 404, "That file is gone. Build the screen again and restart `kibitz web`.\n")
  }
  response.writeHead(200, {
    ...securityHeaders(host),
    "Content-Type": found.type,
    "Content-Length": content.length,
    "Cache-Control": found.cache,
  })
  response.end(headOnly ? undefined : content)
}

function mayOpenWire(access: Access, request: IncomingMessage): boolean {
  const guarded = guard(request, access)
  return (
    guarded !== null &&
    request.method === "GET" &&
    guarded.path === WIRE_PATH &&
    guarded.signedIn &&
    // Other requests may come without Origin; a browser always names it here, and a page from elsewhere cannot change it.
    isOurOrigin(request.headersDistinct.origin, guarded.host)
  )
}

function refuse(response: ServerResponse, host: string | null): void {
  finish(response, host ?? "127.0.0.1", 403, refusal)
}

function finish(response: ServerResponse, host: string, status: number, text: string): void {
  response.writeHead(status, {
    ...securityHeaders(host),
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    Connection: "close",
  })
  response.end(text)
}

/** Where there is no response to write to. */
function refuseSocket(socket: Duplex): void {
  // Node has let go of it: an unheard error would end the process.
  socket.on("error", () => socket.destroy())
  if (!socket.writable) socket.destroy()
  else socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () => socket.destroy())
}
