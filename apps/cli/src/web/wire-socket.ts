// Owns: one WebSocket of a signed-in page: text frames in and out, a pulse, and closing the host's connection when the page is gone.
// Does not own who may connect (guard.ts).
import type { Host } from "@kibitz/host"
import type { WebSocket } from "ws"
import { connectClient } from "../wire/client.ts"
import type { Pages } from "./pages.ts"

export type Pulse = { readonly everyMs: number; readonly goneAfterMs: number }

export const PULSE: Pulse = { everyMs: 5_000, goneAfterMs: 10_000 }

const UNSUPPORTED_DATA = 1003

export function attachSocket(host: Host, socket: WebSocket, pulse: Pulse, pages: Pages): void {
  const client = connectClient(host, "web", (json, flushed) => {
    socket.send(json, () => flushed())
  })
  const page = pages.opened(client.tell)
  socket.on("message", (data, isBinary) => {
    if (isBinary) {
      socket.close(UNSUPPORTED_DATA, "text frames only")
      return
    }
    page.heard()
    client.receiveText(data.toString())
    // A page that does not read its answers is not read either, or its questions would pile up here.
    socket.pause()
    void client.ready().then(() => socket.resume())
  })
  const stopPulse = startPulse(socket, pulse)
  // An "error" is always followed by "close"; without a listener it would end the process.
  socket.on("error", () => {})
  socket.on("close", () => {
    stopPulse()
    page.gone()
    client.close()
  })
}

/** A page on a machine that went to sleep closes nothing: only the missing answer to a ping tells. */
function startPulse(socket: WebSocket, pulse: Pulse): () => void {
  let heardAt = performance.now()
  socket.on("pong", () => {
    heardAt = performance.now()
  })
  const timer = setInterval(() => {
    if (performance.now() - heardAt >= pulse.goneAfterMs) socket.terminate()
    else socket.ping()
  }, pulse.everyMs)
  return () => clearInterval(timer)
}
