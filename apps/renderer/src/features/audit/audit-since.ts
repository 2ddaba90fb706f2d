// Owns: how far back the audit log is read, in the words a person uses.
import { type Instant, toInstant } from "@kibitz/contract"

export type Since = "ever" | "hour" | "today" | "week"

export const sinceNames: readonly { readonly value: Since; readonly name: string }[] = [
  { value: "ever", name: "Any time" },
  { value: "hour", name: "Last hour" },
  { value: "today", name: "Today" },
  { value: "week", name: "Last 7 days" },
]

/** The moment from which on; undefined: from the beginning. Today begins at midnight where the user is. */
export function momentOf(since: Since, now: Temporal.ZonedDateTime): Instant | undefined {
  switch (since) {
    case "ever":
      return undefined
    case "hour":
      return toInstant(now.subtract({ hours: 1 }).toInstant())
    case "today":
      return toInstant(now.startOfDay().toInstant())
    case "week":
      return toInstant(now.subtract({ days: 7 }).toInstant())
  }
}
