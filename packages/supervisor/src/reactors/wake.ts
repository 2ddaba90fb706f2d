// Owns: that what the user has put off comes back when its time is over or its team has finished. Only what sleeps is looked at.
import {
  type AttentionItem,
  fromInstant,
  type Instant,
  type ItemId,
  type Recorded,
  type Snooze,
  type World,
} from "@kibitz/contract"
import { isSnoozed } from "@kibitz/domain"
import type { Clock } from "@kibitz/ports"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Report } from "./report.ts"

/** What could not be put on record is tried again this much later. */
const LOOK_AGAIN_MS = 60_000

export type Wakes = { start(world: World): void; follow(batch: readonly Recorded[], world: World): void }

export function wakeItems(timers: TimerQueue, clock: Clock, report: Report): Wakes {
  const asleep = new Map<ItemId, () => void>()
  const untilTeam = new Set<ItemId>()
  let isStarted = false

  function plan(id: ItemId, until: Snooze): void {
    forget(id)
    if (until === "team") untilTeam.add(id)
    else
      asleep.set(
        id,
        timers.at(until, `wake/${id}`, () => ring(id, until), "at-once"),
      )
  }

  function forget(id: ItemId): void {
    asleep.get(id)?.()
    asleep.delete(id)
    untilTeam.delete(id)
  }

  function ring(id: ItemId, until: Instant): void {
    // The clock was set back meanwhile: by what it says now, it sleeps on.
    if (fromInstant(until).epochMilliseconds > clock.now().epochMilliseconds) return plan(id, until)
    asleep.set(
      id,
      timers.after(LOOK_AGAIN_MS, `wake/${id}`, () => ring(id, until)),
    )
    report({ type: "attention.wake", itemId: id })
  }

  function lookAtTeams(now: World): void {
    for (const id of untilTeam) {
      const item: AttentionItem | undefined = now.attention[id]
      // Only a team's end is asked about here, for which no time is needed.
      if (item && item.snoozed === "team" && !isSnoozed(now, item, item.at)) report({ type: "attention.wake", itemId: id })
    }
  }

  return {
    start(now) {
      isStarted = true
      for (const { id, snoozed = null } of Object.values(now.attention)) if (snoozed !== null) plan(id, snoozed)
      lookAtTeams(now)
    },
    follow(batch, now) {
      if (!isStarted) return
      for (const { event } of batch) {
        if (event.type === "attention.resolved") forget(event.itemId)
        else if (event.type === "attention.snoozed") event.until === null ? forget(event.itemId) : plan(event.itemId, event.until)
      }
      lookAtTeams(now)
    },
  }
}
