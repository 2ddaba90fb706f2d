import { z } from "zod"
import { GrantId } from "../ids.ts"
import { Grant, SandboxStatus } from "./state.ts"

export const GrantGiven = z.object({ type: z.literal("grant.given"), grant: Grant })
export const GrantUsed = z.object({ type: z.literal("grant.used"), grantId: GrantId })
export const GrantsEnded = z.object({
  type: z.literal("grants.ended"),
  grantIds: z.array(GrantId),
  cause: z.enum(["revoked", "used-up", "expired", "session-over"]),
})
export const SandboxRecorded = z.object({ type: z.literal("sandbox.recorded"), status: SandboxStatus })
export const HeadRecorded = z.object({ type: z.literal("workspace.head-recorded"), head: z.string().nullable() })
export const AuditVerified = z.object({
  type: z.literal("audit.verified"),
  ok: z.boolean(),
  entries: z.int().nonnegative(),
  problem: z.string(),
})

export const gateEvents = [GrantGiven, GrantUsed, GrantsEnded, SandboxRecorded, HeadRecorded, AuditVerified] as const
