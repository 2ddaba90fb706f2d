// Owns: that "does this key work?" is answered once each time it is asked, and asked by Kibitz itself while there is no network: when the world
// says so, for all who wait for it, also when Kibitz was closed in between.
import type { Instant, Recorded, World } from "@kibitz/contract"
import { offlineItem } from "@kibitz/domain"
import type { Model } from "@kibitz/ports"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"
import type { Report } from "./report.ts"

/** A check may be cut off by another key or a full disk, and then says nothing: the network is looked for again this much later. */
const LOOK_AGAIN_MS = 60_000
const KEY = "offline"

export type Checks = { start(world: World): void; follow(batch: readonly Recorded[], world: World): void; stop(): void }

export function checkConnection(
  model: Model,
  timers: TimerQueue,
  supervisor: Pick<Supervisor, "dispatch">,
  report: Report,
): Checks {
  let current = new AbortController()
  let cancel = () => {}
  let isStarted = false
  /** When the network is looked for next, as the world says. */
  let planned: Instant | null = null

  function plan({ attention }: World): void {
    const item = attention[offlineItem]
    const until = item?.kind === "provider" ? item.until : null
    if (until === planned) return
    planned = until
    cancel()
    if (until !== null) cancel = timers.at(until, KEY, look, "at-once")
  }

  function look(): void {
    cancel = timers.after(LOOK_AGAIN_MS, KEY, look)
    void supervisor.dispatch({ type: "connection.check" })
  }

  function check(): void {
    // The answer about an earlier key must not be taken for one about this.
    current.abort()
    const mine = new AbortController()
    current = mine
    void model.check(mine.signal).then((outcome) => {
      if (mine.signal.aborted) return
      report({
        type: "connection.record-check",
        outcome: outcome.ok ? { result: "ok", models: [...outcome.models] } : { result: "failed", failure: outcome.failure },
      })
    })
  }

  return {
    start(world) {
      isStarted = true
      plan(world)
    },
    follow(batch, world) {
      for (const { event } of batch) {
        if (event.type === "connection.changed" && event.connection.check?.result === "running") check()
      }
      if (isStarted) plan(world)
    },
    stop: () => current.abort(),
  }
}
