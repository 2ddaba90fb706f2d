// Owns: how a moment in the past is typed. Days are those of UTC: deciding knows no other clock, and the answers say so.
import { fromInstant, type Instant, toInstant } from "@kibitz/contract"

export const sinceHelp = "since is 10m, 2h, today or a moment like 2026-01-31T09:00Z."

export type Since = (now: Instant) => Instant

/** null: that is no moment. */
export function parseSince(word: string): Since | null {
  if (word.toLowerCase() === "today") return startOfDay
  const [, amount, unit] = /^(\d{1,5})([mh])$/i.exec(word) ?? []
  if (amount !== undefined) {
    const minutes = Number(amount) * (unit?.toLowerCase() === "h" ? 60 : 1)
    return minutes === 0 ? null : (now) => toInstant(fromInstant(now).subtract({ minutes }))
  }
  const moment = parseMoment(word)
  return moment && (() => moment)
}

export function startOfDay(now: Instant): Instant {
  return `${now.slice(0, 10)}T00:00:00.000Z` as Instant
}

/** Both are written to the millisecond in UTC, so that their order is that of their letters. */
export function isSince(at: Instant, since: Instant): boolean {
  return at >= since
}

function parseMoment(word: string): Instant | null {
  // A year of more digits would not sort by its letters.
  if (!/^\d{4}-\d\d-\d\dT/i.test(word)) return null
  try {
    const moment = toInstant(Temporal.Instant.from(word))
    return /^\d{4}-/.test(moment) ? moment : null
  } catch {
    return null
  }
}
