// Owns: how an exact moment is written down. Temporal objects cannot cross a MessagePort or a JSON line, so what travels and
// what is stored is the ISO text of a Temporal.Instant, and arithmetic happens on Temporal values on either side.
import { z } from "zod"

export const Instant = z.iso.datetime({ precision: 3 }).brand<"Instant">()
export type Instant = z.infer<typeof Instant>

const SECOND_MS = 1_000
/** The last second that was written down: its text only lacks the milliseconds. */
let second = { start: Number.NaN, text: "" }

/** The same text as moment.toString() to the millisecond, at a fraction of its cost. */
export function toInstant(moment: Temporal.Instant): Instant {
  return instantAt(moment.epochMilliseconds)
}

/** For a clock that only counts: every transaction needs the time once, as text and as nothing else. */
export function instantAt(ms: number): Instant {
  const start = Math.floor(ms / SECOND_MS) * SECOND_MS
  if (start !== second.start) second = { start, text: new Date(start).toISOString().slice(0, -"000Z".length) }
  return `${second.text}${String(ms - start).padStart(3, "0")}Z` as Instant
}

export function fromInstant(instant: Instant): Temporal.Instant {
  return Temporal.Instant.from(instant)
}
