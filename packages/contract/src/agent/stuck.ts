import { z } from "zod"

/** Why an agent that should go on does not (OPM-6). */
export const StuckWhy = z.enum([
  "no-progress", // continued again and again, and nothing came of it
  "repeats", // the same call over and over
  "alternates", // A, B, A, B
  "iterations", // as many continuations as an assignment may have
  "time", // as long as an assignment may take
  "blocked", // it says so itself
  "failed", // restarted as often as allowed
  "crashed", // Kibitz ended unexpectedly in the middle of the same, again and again
  "silent", // no sign of life
  "declined", // the provider would not answer, or stopped for a reason nobody here knows
])
export type StuckWhy = z.infer<typeof StuckWhy>
