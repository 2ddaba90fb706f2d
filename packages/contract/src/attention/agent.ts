import { z } from "zod"
import { ItemId } from "../ids.ts"
import { Instant } from "../time.ts"

export const AttentionOfAgent = z.object({
  /** What waits for the user on its behalf. */
  items: z.array(ItemId),
  /** Everything of that which it cannot continue without sleeps, because the user wants it later. */
  putOff: z.boolean().optional(),
  /** Something of that is for the user to answer now. Left out where nothing has ever waited. */
  asks: z.boolean().optional(),
  /** Not before then may it knock again. */
  knockAfter: Instant.nullable(),
  /** The user does not want to be knocked for by it. */
  silenced: z.boolean(),
})
export const noAttention: z.infer<typeof AttentionOfAgent> = { items: [], knockAfter: null, silenced: false }
