// A host that answers as the test tells it and remembers what it was given. For tests of carriers only: it knows no world.
import type { RequestId, WireMessage } from "@kibitz/contract"
import type { Host, Surface } from "@kibitz/host"

export type ScriptedHost = Host & {
  readonly announced: Parameters<Host["announce"]>[0][]
  readonly received: string[]
  readonly surfaces: Surface[]
  readonly open: () => number
  /** To every connection that is open. */
  readonly send: (message: WireMessage) => void
}

export type Script = (text: string, send: (message: WireMessage) => void) => void

export const accepted = (id: RequestId): WireMessage => ({ type: "accepted", id, seq: 1 })

/** Accepts every request that is JSON with an id, and refuses the rest. */
export const acceptAll: Script = (text, send) => {
  try {
    send(accepted(JSON.parse(text).id))
  } catch {
    send({ type: "refused", id: null, rejection: { kind: "malformed", message: "not JSON" } })
  }
}

export function scriptedHost(script: Script = acceptAll): ScriptedHost {
  const received: string[] = []
  const surfaces: Surface[] = []
  const announced: ScriptedHost["announced"] = []
  const senders = new Set<(message: WireMessage) => void>()
  return {
    received,
    surfaces,
    announced,
    open: () => senders.size,
    send(message) {
      for (const send of senders) send(message)
    },
    connect(surface, send) {
      surfaces.push(surface)
      senders.add(send)
      return {
        receive: (raw) => script(JSON.stringify(raw), send),
        receiveText(text) {
          received.push(text)
          script(text, send)
        },
        close: () => void senders.delete(send),
      }
    },
    watch: () => () => {},
    announce: (as) => void announced.push(as),
    isReadOnly: false,
    unknown: null,
    close: async () => senders.clear(),
  }
}
