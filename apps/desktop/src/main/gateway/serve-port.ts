// Owns: one page's line to the host, from the moment it is handed out until the page or the host goes away.
// What the page sends before the host is open waits in the port. Does not own: reading the messages (host), what is asked of the shell (hub).
import type { ShellNews, WireMessage } from "@kibitz/contract"
import type { Gone, Host, HostConnection, ShellDoor } from "@kibitz/host"

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

export type Line = {
  /** From the shell to the page, also before the host is open. */
  say(news: ShellNews): void
  /** How the page went is known a moment after the line has closed. */
  close(how?: Gone): void
}

export type LineNeeds = {
  readonly host: Promise<Host>
  readonly door: ShellDoor
  /** True once Kibitz is being quit: then the host says goodbye for everybody, and a page that goes is no window that was closed (U12). */
  isLeaving(): boolean
  closed(): void
  /** Tests look on. */
  heard?: ((request: unknown) => void) | undefined
}

export function servePort(port: Port, { host, door, isLeaving, closed, heard }: LineNeeds): Line {
  let open = true
  let connection: HostConnection | null = null
  const post = (message: WireMessage) => {
    if (open) port.postMessage(message)
  }
  const close = (how?: Gone) => {
    if (!isLeaving() && (open || how)) connection?.close(how)
    if (!open) return
    open = false
    port.close()
    closed()
  }
  port.on("close", () => close())
  host.then(
    (opened) => {
      if (!open) return
      connection = opened.connect("desktop", post, door)
      port.on("message", ({ data, ports }) => {
        // No message of the protocol carries a port; one that came along would otherwise stay open for ever.
        for (const stray of ports) stray.close()
        heard?.(data)
        connection?.receive(data)
      })
      port.start()
    },
    // A host that does not open ends the whole start; the boot says so.
    () => close(),
  )
  return { say: (news) => post({ type: "shell", news }), close }
}
