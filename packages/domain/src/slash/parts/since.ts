// Owns: how a moment in the past is typed. A day is a day in the user's zone.
import { fromInstant, type Instant, toInstant } from "@kibitz/contract"
import { startOfDay } from "../../kernel/local-time.ts"

export const sinceHelp = "since is 10m, 2h, today or a moment like 2026-01-31T09:00Z."

export type Since = (now: Instant, zone?: string) => Instant

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
