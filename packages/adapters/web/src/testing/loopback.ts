// Servers on this computer that play the web.
import { createServer, type RequestListener, type Server } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer, type Socket } from "node:net"
import type { Limits } from "../dial.ts"

export const limits: Limits = { connectMs: 5_000, firstByteMs: 5_000, wholeMs: 10_000, bytes: 200_000, characters: 50_000 }

export type Loopback = { readonly origin: string; readonly port: number; close(): Promise<void> }

export function serve(listener: RequestListener): Promise<Loopback> {
  return listen(createServer(listener), "http")
}

export function serveSecurely(tls: { key: string; cert: string }, listener: RequestListener): Promise<Loopback> {
  return listen(createSecureServer(tls, listener), "https")
}

export function serveRaw(listener: (socket: Socket) => void): Promise<Loopback> {
  return listen(createTcpServer(listener), "https")
}

function listen(server: Server | NetServer, scheme: string): Promise<Loopback> {
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resolve({
        origin: `${scheme}://127.0.0.1:${port}`,
        port,
        close() {
          for (const socket of sockets) socket.destroy()
          return new Promise((closed) => server.close(() => closed()))
        },
      })
    })
  })
}
