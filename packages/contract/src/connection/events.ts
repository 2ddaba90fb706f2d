import { z } from "zod"
import { Instant } from "../time.ts"
import { Connection } from "./state.ts"

export const ConnectionChanged = z.object({ type: z.literal("connection.changed"), connection: Connection })

/** Everybody waits for the provider until then; null: over. */
export const LimitChanged = z.object({
  type: z.literal("limit.changed"),
  limit: z.object({ until: Instant, wakes: z.boolean() }).nullable(),
})

export const connectionEvents = [ConnectionChanged, LimitChanged] as const
