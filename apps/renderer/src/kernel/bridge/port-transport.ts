// Owns: the desktop line: one MessagePort that the preload posts into this window, and nothing else of it.
import type { Transport } from "./transport.ts"

type PortTaker = (port: MessagePort) => void

/** Starts listening at once, because the preload may post before the screen asks; later ports replace earlier ones. */
export function portTransport(target: Window): Transport {
  let arrived: MessagePort | null = null
  let taker: PortTaker | null = null
  target.addEventListener("message", (event) => {
    const port = event.ports[0]
    // Only this very window: a frame or an opener must not be able to hand us a host of its own.
    if (event.source !== target || event.data !== "kibitz:port" || !port) return
    if (taker) taker(port)
    else arrived = port
  })

  return (events) => {
    let port: MessagePort | null = null
    const adopt: PortTaker = (next) => {
      port?.close()
      port = next
      next.onmessage = (event) => events.received(event.data)
      next.onmessageerror = () => events.unreadable("a message could not be decoded")
      next.addEventListener("close", () => {
        if (port !== next) return
        port = null
        taker = null
        events.closed()
      })
      next.start()
      events.opened()
    }
    taker = adopt
    if (arrived) {
      const waiting = arrived
      arrived = null
      queueMicrotask(() => adopt(waiting))
    }
    return {
      send: (request) => port?.postMessage(request),
      close: () => {
        taker = null
        port?.close()
        port = null
      },
    }
  }
}
