import { z } from "zod"
import { Instant } from "../time.ts"
import { Connection } from "./state.ts"

export const ConnectionOfWorld = z.object({
  connection: Connection,
  /** The provider's usage limit: nobody asks before, and whether those who wait resume then. */
  limit: z.object({ until: Instant, wakes: z.boolean() }).nullable(),
})
