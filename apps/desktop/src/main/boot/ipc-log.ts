// Owns: what tests may see of the traffic between pages and host, as `globalThis.__ipcLog` (ux 8): only when the command line asks for it
// (--ux-probe), and never in a packaged build. It holds names and times, no texts.
import type { Host } from "@kibitz/host"
import type { Paths } from "./paths.ts"

export type IpcEntry = {
  /** Milliseconds since 1970, with fractions, as the page's own clock counts them too. */
  readonly at: number
  /** A page has asked, or the host has committed. */
  readonly from: "page" | "host"
  readonly window: number | null
  readonly what: string
  readonly agentId: string | null
  readonly cause: string | null
}

export type IpcLog = { heard(window: number, request: unknown): void; follow(host: Promise<Host>): void }

export function ipcLog({ launch }: Pick<Paths, "launch">): { ipcLog: IpcLog | null } {
  if (!launch.probe) return { ipcLog: null }
  const entries: IpcEntry[] = []
  Object.assign(globalThis, { __ipcLog: entries })
  const note = (from: IpcEntry["from"], window: number | null, what: string, fields: object) => {
    const { agentId = null, cause = null } = fields as { agentId?: string; cause?: string }
    entries.push({ at: performance.timeOrigin + performance.now(), from, window, what, agentId, cause })
  }
  return {
    ipcLog: {
      heard(window, request) {
        const { type, command, ask } = request as { type: string; command?: { type: string }; ask?: { kind: string } }
        note("page", window, command?.type ?? ask?.kind ?? type, command ?? ask ?? {})
      },
      follow(host) {
        void host.then((opened) => {
          const line = opened.connect("desktop", (message) => {
            if (message.type !== "envelope") return
            for (const { event } of message.events) {
              if (event.type === "presence.joined" || event.type === "presence.left") note("host", null, event.type, event)
            }
          })
          line.receive({ type: "subscribe", id: "log", channel: { kind: "world" } })
        })
      },
    },
  }
}
