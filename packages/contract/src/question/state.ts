import { z } from "zod"
import { AgentId, ItemId, MessageId } from "../ids.ts"
import { Instant } from "../time.ts"

/** A question that is with an agent above the one that asks, before it is the user's (OPM-9). */
export const ParkedQuestion = z.object({
  id: ItemId,
  at: Instant,
  question: z.string(),
  options: z.array(z.object({ label: z.string(), detail: z.string() })),
  preferred: z.int().nonnegative().nullable(),
  /** With whom it is, and when it climbs on. */
  holderId: AgentId,
  climbsAt: Instant,
  /** The message that tells the holder of it; equal questions share one. */
  messageId: MessageId.optional(),
})
export type ParkedQuestion = z.infer<typeof ParkedQuestion>
