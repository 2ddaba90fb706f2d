// Owns: the web line: one WebSocket on the page's own origin, one JSON text per frame.
import { WIRE_WORLD_LIMIT } from "@kibitz/contract"
import type { Transport } from "./transport.ts"

export function wireAddress(location: { protocol: string; host: string }): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/wire`
}

export function socketTransport(address: string): Transport {
  return (events) => {
    const socket = new WebSocket(address)
    let over = false
    const end = () => {
      if (over) return
      over = true
      events.closed()
    }
    socket.onopen = () => events.opened()
    socket.onclose = end
    socket.onmessage = (event: MessageEvent<unknown>) => {
      const { data } = event
      if (typeof data !== "string") return events.unreadable("a binary frame")
      if (data.length > WIRE_WORLD_LIMIT) return events.unreadable("a message over the size limit")
      let value: unknown
      try {
        value = JSON.parse(data)
      } catch {
        return events.unreadable("a message that is not JSON")
      }
      events.received(value)
    }
    return {
      send: (request) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request))
      },
      close: () => {
        over = true
        socket.close()
      },
    }
  }
}
