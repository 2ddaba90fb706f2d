// Owns: one WebSocket of a signed-in page: text frames in and out, a pulse, and closing the host's connection when the page is gone.
// Does not own who may connect (guard.ts).
import type { Host } from "@kibitz/host"
import type { WebSocket } from "ws"
import { connectClient } from "../wire/client.ts"
import type { Pages } from "./pages.ts"

/** A page is gone when it has left so many pings in a row without an answer. */
export type Pulse = { readonly everyMs: number; readonly goneAfter: number }

export const PULSE: Pulse = { everyMs: 5_000, goneAfter: 2 }

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

/**
 * A page on a machine that went to sleep closes nothing: only the missing answer to a ping tells. Pings are counted, not time: while this process
 * itself stands still, no page has had a chance to answer.
 */
function startPulse(socket: WebSocket, pulse: Pulse): () => void {
  let unanswered = 0
  socket.on("pong", () => {
    unanswered = 0
  })
  const timer = setInterval(() => {
    if (unanswered >= pulse.goneAfter) return socket.terminate()
    unanswered += 1
    socket.ping()
  }, pulse.everyMs)
  return () => clearInterval(timer)
}
