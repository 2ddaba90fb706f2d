import { z } from "zod"
import { Instant } from "../time.ts"

/** Nothing runs and nothing can be changed: this is a copy of the journal as it was then. */
export const ReadOnly = z.object({
  at: Instant,
  /** Whether another Kibitz had it open then. */
  isHeld: z.boolean(),
  /** A newer Kibitz has written something that this one does not know: which entry, and what to do. What is shown ends before it. */
  unknown: z.string().optional(),
})
export type ReadOnly = z.infer<typeof ReadOnly>
