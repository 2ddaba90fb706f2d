import { z } from "zod"
import { ItemId } from "../ids.ts"
import { Instant } from "../time.ts"
import { AttentionItem } from "./state.ts"

export const AttentionOfWorld = z.object({
  /** Everything that waits for the user, and nothing that does not. */
  attention: z.record(ItemId, AttentionItem),
  /** Heads-down until then. */
  quietUntil: Instant.nullable(),
})
