import { z } from "zod"

/** Verifies the whole chain of the audit log; refused with the name of the first entry that does not hold. */
export const VerifyAudit = z.strictObject({ type: z.literal("audit.verify") })
/** Internal: how a check of the audit log ended. */
export const RecordAudit = z.strictObject({
  type: z.literal("audit.record"),
  ok: z.boolean(),
  entries: z.int().nonnegative(),
  problem: z.string(),
})

export const auditCommands = {
  host: [VerifyAudit],
  internal: [RecordAudit],
} as const
