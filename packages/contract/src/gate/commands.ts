import { z } from "zod"
import { GrantId } from "../ids.ts"
import { SandboxStatus } from "./state.ts"

export const RevokeGrant = z.strictObject({ type: z.literal("grant.revoke"), grantId: GrantId })
/** Looks again whether commands can be confined: after installing bubblewrap, for instance. */
export const ProbeSandbox = z.strictObject({ type: z.literal("sandbox.probe") })
/** Verifies the whole chain of the audit log; refused with the name of the first entry that does not hold. */
export const VerifyAudit = z.strictObject({ type: z.literal("audit.verify") })

/** Internal. */
export const RecordSandbox = z.strictObject({ type: z.literal("sandbox.record"), status: SandboxStatus })
/** Internal: the commit the project folder stands on; null where there is no repository. */
export const RecordHead = z.strictObject({ type: z.literal("workspace.record-head"), head: z.string().nullable() })
/** Internal: how a check of the audit log ended. */
export const RecordAudit = z.strictObject({
  type: z.literal("audit.record"),
  ok: z.boolean(),
  entries: z.int().nonnegative(),
  problem: z.string(),
})
