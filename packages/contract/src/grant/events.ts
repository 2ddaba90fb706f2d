import { z } from "zod"
import { Grant } from "../gate/state.ts"
import { GrantId } from "../ids.ts"

export const GrantGiven = z.object({ type: z.literal("grant.given"), grant: Grant })
export const GrantUsed = z.object({ type: z.literal("grant.used"), grantId: GrantId })
export const GrantsEnded = z.object({
  type: z.literal("grants.ended"),
  grantIds: z.array(GrantId),
  cause: z.enum(["revoked", "used-up", "expired", "session-over"]),
})

export const grantEvents = [GrantGiven, GrantUsed, GrantsEnded] as const
