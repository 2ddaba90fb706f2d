// Owns: the shape of one entry of the audit log. Entries are written in the same transaction as the events they are about, chained by
// HMAC with a key that lies outside every project folder.
import { z } from "zod"
import { AgentId, CallId, Seq } from "../ids.ts"
import { Json } from "../json.ts"
import { Posture } from "../posture/state.ts"
import { Instant } from "../time.ts"

export const AuditKind = z.enum([
  "decision", // the gate allowed, asked for or refused a call
  "receipt", // a run ended
  "answer", // the user answered, or nobody did in time
  "transition", // an axis of a posture changed
  "grant", // something was remembered, used up or revoked
  "agent", // an agent came to be
  "limit", // a budget was set or reached
  "system", // sandbox probed, log verified
])
export type AuditKind = z.infer<typeof AuditKind>

export const AuditBody = z.object({
  /** The journal entry it is about. */
  seq: Seq,
  at: Instant,
  kind: AuditKind,
  agentId: AgentId.nullable(),
  callId: CallId.nullable(),
  /** Every axis as it was at that moment; null where no agent is concerned. */
  posture: Posture.nullable(),
  /** Which rule decided, and the sentence that was shown. */
  rule: z.string(),
  because: z.string(),
  /** The rest: capability, inputs, exit, output hash and excerpt, duration, pattern, from, to … */
  facts: z.record(z.string(), Json),
})
export type AuditBody = z.infer<typeof AuditBody>

export const AuditEntry = AuditBody.extend({
  /** Counts 1, 2, 3 …; a gap is a loss. */
  entry: z.int().positive(),
  /** HMAC-SHA-256 over the entry before and this one, in hex. */
  mac: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.strictObject({
  agentId: AgentId.optional(),
  callId: CallId.optional(),
  kind: AuditKind.optional(),
  /** Only what happened at or after this moment. */
  since: Instant.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditPage = z.object({
  /** Newest first. */
  entries: z.array(AuditEntry),
  /** The `before` of the next page; null when nothing older exists. */
  older: z.int().positive().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>
