// Owns: until when an item may sleep, and whether it still does. A sleeping item keeps its place: it is only left out meanwhile.
import { type AttentionItem, fromInstant, type Instant, type Snooze, toInstant, type World } from "@kibitz/contract"
import { findAgent } from "../team/agents.ts"
import { MORNING_HOUR } from "./constants.ts"

export function isSnoozed(world: World, item: AttentionItem, now: Instant): boolean {
  if (item.snoozed == null) return false
  // The texts of instants sort like their times.
  return item.snoozed === "team" ? isTeamAtWork(world, item) : now < item.snoozed
}

/** Those that sleep, for the list that shows them. */
export function snoozedItems(
  items: readonly AttentionItem[],
  { world, now }: { readonly world: World; readonly now: Instant },
): readonly AttentionItem[] {
  return items.filter((item) => isSnoozed(world, item, now))
}

/** Below the agent somebody works, or has stopped and goes on by itself. */
export function isTeamAtWork(world: World, { agentId }: Pick<AttentionItem, "agentId">): boolean {
  const childIds = findAgent(world, agentId)?.childIds ?? []
  return childIds.some((id) => {
    const tally = findAgent(world, id)?.tally
    return tally !== undefined && tally.working + tally.stopped > 0
  })
}

export function snoozeUntil(wish: number | "tomorrow" | "team", at: Instant, zone: string): Snooze {
  if (wish === "team") return "team"
  return wish === "tomorrow" ? nextMorning(at, zone) : toInstant(fromInstant(at).add({ minutes: wish }))
}

/** In the user's own time zone: eight in the morning is not the same moment everywhere, nor the same distance on every day. */
export function nextMorning(at: Instant, zone: string): Instant {
  const now = fromInstant(at).toZonedDateTimeISO(zone)
  const morning = (days: number) =>
    now
      .toPlainDate()
      .add({ days })
      .toZonedDateTime({ timeZone: zone, plainTime: { hour: MORNING_HOUR } })
  const today = morning(0)
  return toInstant((Temporal.ZonedDateTime.compare(now, today) < 0 ? today : morning(1)).toInstant())
}
