// Owns: an instant as the user reads it: by the clock of their own zone (WRK-5). Stored and compared are instants, never these texts.
import { fromInstant, type Instant, toInstant } from "@kibitz/contract"

/** Where nobody has said in which zone the user is. */
export const NO_ZONE = "UTC"

/** "2026-03-05 14:30:05", or to the minute. */
export function localTime(at: Instant, zone = NO_ZONE, to: "minute" | "second" = "second"): string {
  const time = fromInstant(at).toZonedDateTimeISO(zone)
  return `${time.toPlainDate()} ${time.toPlainTime().toString({ smallestUnit: to })}`
}

/** When the user's day began. */
export function startOfDay(at: Instant, zone = NO_ZONE): Instant {
  return toInstant(fromInstant(at).toZonedDateTimeISO(zone).startOfDay().toInstant())
}
