// Owns: what happens when a reader is slower than the host. Answers always go out; live text is dropped; of each subscription
// only the newest envelope is kept, so that the reader sees a gap in `n` and subscribes again. Memory stays bounded either way.
import type { WireMessage } from "@kibitz/contract"
import { gauge } from "./gauge.ts"

/** Takes one JSON text and calls `flushed` once it has left this process. */
export type Sink = (json: string, flushed: () => void) => void

export type Outlet = {
  send(message: WireMessage): void
  /** Resolves when the reader has caught up enough to be asked for more. */
  clear(): Promise<void>
  /** Resolves when everything has left this process. */
  flushed(): Promise<void>
}

/** In UTF-16 code units of JSON that the reader has not taken yet. */
export const CONGESTED_AT = 1_000_000

export function outlet(sink: Sink, congestedAt = CONGESTED_AT): Outlet {
  const pending = gauge()
  const newest = new Map<number, WireMessage>()

  function write(message: WireMessage): void {
    const json = JSON.stringify(message)
    pending.add(json.length)
    sink(json, () => {
      pending.add(-json.length)
      writeHeldBack()
    })
  }

  function writeHeldBack(): void {
    for (const [subscription, message] of newest) {
      if (congested()) return
      newest.delete(subscription)
      write(message)
    }
  }

  function congested(): boolean {
    return pending.level() > congestedAt
  }

  return {
    send(message) {
      if (message.type === "unsubscribed") newest.delete(message.subscription)
      if (message.type === "live" && congested()) return
      if (message.type === "envelope" && (congested() || newest.has(message.subscription))) {
        newest.set(message.subscription, message)
        return
      }
      write(message)
    },
    clear: () => pending.atMost(congestedAt),
    flushed: () => pending.atMost(0),
  }
}
