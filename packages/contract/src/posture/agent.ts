import { z } from "zod"
import { PendingSteer, Posture } from "./state.ts"

export const PostureOfAgent = z.object({
  posture: Posture,
  pendingSteers: z.array(PendingSteer),
  /** What a for-next-unit change goes back to when that unit ends. */
  afterUnit: Posture.partial(),
  /** Chosen by name; null = by modelMode. */
  model: z.string().nullable(),
})
export const noSteers: Omit<z.infer<typeof PostureOfAgent>, "posture"> = { pendingSteers: [], afterUnit: {}, model: null }
