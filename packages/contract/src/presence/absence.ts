import { z } from "zod"
import { Instant } from "../time.ts"

/** What an agent did alone: since the user left, or since it began if they never came; once they are back, while they were away. */
export const Absence = z.object({
  since: Instant,
  /** When the user came back; null while they are away. */
  until: Instant.nullable(),
  /** Replies of its model, and how often it was continued by itself. */
  steps: z.int().nonnegative(),
  continued: z.int().nonnegative(),
  /** Files written or edited, each time counted. */
  changes: z.int().nonnegative(),
  /** What it and all below it had spent at the beginning and at the end, in US dollars. */
  spentBefore: z.number().nonnegative(),
  spentAfter: z.number().nonnegative().nullable(),
})
export type Absence = z.infer<typeof Absence>
