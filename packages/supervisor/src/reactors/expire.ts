// Owns: that what nobody answers ends as a no. Only what is raised and what is resolved is looked at, never all that waits.
import { type AttentionItem, fromInstant, type Instant, type ItemId, type Recorded, type World } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Report } from "./report.ts"

export type Expiry = { start(world: World): void; follow(batch: readonly Recorded[]): void }

export function expireItems(timers: TimerQueue, clock: Clock, report: Report): Expiry {
  const cancels = new Map<ItemId, () => void>()

  function plan(item: AttentionItem): void {
    if (!("expiresAt" in item)) return
    // At once also when it is late: an approval that has run out must not stay answerable because others run out as well.
    cancels.set(
      item.id,
      timers.at(item.expiresAt, `expire/${item.id}`, () => ring(item), "at-once"),
    )
  }

  function ring(item: AttentionItem & { readonly expiresAt: Instant }): void {
    cancels.delete(item.id)
    // The clock was set back meanwhile: by what it says now, there is time left to answer.
    if (fromInstant(item.expiresAt).epochMilliseconds > clock.now().epochMilliseconds) return plan(item)
    report({ type: "attention.expire", itemId: item.id })
  }

  return {
    start(world) {
      for (const item of Object.values(world.attention)) plan(item)
    },
    follow(batch) {
      for (const { event } of batch) {
        if (event.type === "attention.raised") plan(event.item)
        if (event.type !== "attention.resolved") continue
        cancels.get(event.itemId)?.()
        cancels.delete(event.itemId)
      }
    },
  }
}
