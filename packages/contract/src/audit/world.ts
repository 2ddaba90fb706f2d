import { z } from "zod"
import { Instant } from "../time.ts"

export const AuditOfWorld = z.object({
  /** How the last check of the audit log ended; null = not checked since it was made. */
  audit: z.object({ ok: z.boolean(), entries: z.int(), problem: z.string(), at: Instant }).nullable(),
})
