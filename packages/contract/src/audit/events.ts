import { z } from "zod"

export const AuditVerified = z.object({
  type: z.literal("audit.verified"),
  ok: z.boolean(),
  entries: z.int().nonnegative(),
  problem: z.string(),
})

export const auditEvents = [AuditVerified] as const
