import { z } from "zod"
import { Instant } from "../time.ts"

/** There is no room for the journal: no model is asked until there is. Not recorded, because it could not be. */
export const FullDisk = z.object({
  since: Instant,
  /** What was set aside for this is in use; false: that is full too, and nothing can be saved. */
  canSave: z.boolean(),
})
export type FullDisk = z.infer<typeof FullDisk>
