import { z } from "zod"
import { GrantId } from "../ids.ts"

export const RevokeGrant = z.strictObject({ type: z.literal("grant.revoke"), grantId: GrantId })

export const grantCommands = {
  client: [RevokeGrant],
} as const
