// Owns: that "does this key work?" is answered once each time it is asked, and asked by Kibitz itself while there is no network: when the world
// says so, for all who wait for it, also when Kibitz was closed in between.
import type { AttentionItem, Recorded, World } from "@kibitz/contract"
import { offlineItem } from "@kibitz/domain"
import type { Model } from "@kibitz/ports"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"
import type { Report } from "./report.ts"

/** A check may be cut off by another key or a full disk, and then says nothing: the network is looked for again this much later. */
const LOOK_AGAIN_MS = 60_000
const KEY = "offline"

export type Checks = { start(world: World): void; follow(batch: readonly Recorded[]): void; stop(): void }

export function checkConnection(
  model: Model,
  timers: TimerQueue,
  supervisor: Pick<Supervisor, "dispatch">,
  report: Report,
): Checks {
  let current = new AbortController()
  let cancel = () => {}
  let isStarted = false

  function plan(item: AttentionItem | undefined): void {
    if (item?.kind === "provider" && item.id === offlineItem && item.until !== null)
      cancel = timers.at(item.until, KEY, look, "at-once")
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
      plan(world.attention[offlineItem])
    },
    follow(batch) {
      for (const { event } of batch) {
        if (event.type === "connection.changed" && event.connection.check?.result === "running") check()
        else if (event.type === "attention.raised" && isStarted) plan(event.item)
        else if (event.type === "attention.resolved" && event.itemId === offlineItem) cancel()
      }
    },
    stop: () => current.abort(),
  }
}
