// Owns: that what nobody answers ends as a no. One timer for all: it is set to the earliest and looks again when it rings.
import { fromInstant, type Recorded, type World } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"
import type { Report } from "./report.ts"

/** Timers lose count beyond some weeks; a far deadline is simply looked at again. */
const LONGEST_MS = 24 * 3_600_000

export function expireItems(
  clock: Clock,
  report: Report,
): { follow(batch: readonly Recorded[], world: World): void; stop(): void } {
  let cancel: (() => void) | null = null

  function plan(world: World): void {
    cancel?.()
    cancel = null
    let next = Number.POSITIVE_INFINITY
    for (const item of Object.values(world.attention)) {
      if (!("expiresAt" in item)) continue
      const left = clock.now().until(fromInstant(item.expiresAt)).total("milliseconds")
      if (left <= 0) report({ type: "attention.expire", itemId: item.id })
      else next = Math.min(next, left)
    }
    if (Number.isFinite(next)) cancel = clock.after(Math.min(Math.ceil(next), LONGEST_MS), () => plan(latest ?? world))
  }

  let latest: World | null = null
  return {
    follow(batch, world) {
      latest = world
      if (
        batch.length === 0 ||
        batch.some(({ event }) => event.type === "attention.raised" || event.type === "attention.resolved")
      ) {
        plan(world)
      }
    },
    stop: () => cancel?.(),
  }
}
