// Owns: which hours are named below the bars: every sixth of a day, every midnight of a week, in the user's own zone.
import { type CostHour, fromInstant, type Instant } from "@kibitz/contract"
import { formatTimeOfDay } from "../../kernel/ui/clock.ts"

export type HourLabel = { readonly at: Instant; readonly text: string; readonly share: number }

const weekdays = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "UTC" })

export function hourLabels(hours: readonly CostHour[], zone: string): readonly HourLabel[] {
  const isLong = hours.length > 48
  return hours.flatMap(({ at }, index) => {
    const local = fromInstant(at).toZonedDateTimeISO(zone)
    if (local.hour % (isLong ? 24 : 6) !== 0) return []
    const weekday = weekdays.format(Date.UTC(local.year, local.month - 1, local.day))
    const text = local.hour === 0 ? `${weekday} ${local.day}` : formatTimeOfDay(`${local.hour}`.padStart(2, "0"))
    return [{ at, text, share: index / hours.length }]
  })
}
