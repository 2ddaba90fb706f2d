// Owns: one page's line to the host, from the moment it is handed out until the page or the host goes away.
// What the page sends before the host is open waits in the port. Does not own: reading the messages (host).
import type { Host, HostConnection } from "@kibitz/host"

/** The part of Electron's MessagePortMain that is used here. */
export type Port = {
  postMessage(message: unknown): void
  on(
    event: "message",
    listener: (message: { readonly data: unknown; readonly ports: readonly { close(): void }[] }) => void,
  ): unknown
  on(event: "close", listener: () => void): unknown
  start(): void
  close(): void
}

export type Line = { close(): void }

export function servePort(port: Port, host: Promise<Host>): Line {
  let open = true
  let connection: HostConnection | null = null
  const close = () => {
    if (!open) return
    open = false
    connection?.close()
    port.close()
  }
  port.on("close", close)
  host.then(
    (opened) => {
      if (!open) return
      connection = opened.connect("desktop", (message) => {
        if (open) port.postMessage(message)
      })
      port.on("message", ({ data, ports }) => {
        // No message of the protocol carries a port; one that came along would otherwise stay open for ever.
        for (const stray of ports) stray.close()
        connection?.receive(data)
      })
      port.start()
    },
    // A host that does not open ends the whole start; the boot says so.
    close,
  )
  return { close }
}
