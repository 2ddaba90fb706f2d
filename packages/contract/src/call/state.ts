// Owns: a capability call as one union by status; each status has just the fields that exist then.
import { z } from "zod"
import { CallId } from "../ids.ts"
import { Json } from "../json.ts"
import { Instant } from "../time.ts"

export const Verdict = z.object({
  effect: z.enum(["allow", "ask", "deny"]),
  /** The rule that decided, by its name in domain/gate. */
  rule: z.string(),
  /** A sentence, shown to the user and to the model alike. */
  because: z.string(),
})
export type Verdict = z.infer<typeof Verdict>

const CallRequest = { id: CallId, capability: z.string(), input: Json }

export const CallResult = z.object({
  ok: z.boolean(),
  /** What the model gets to read: already cut to size and well-formed. */
  output: z.string(),
  /** Bytes of the whole output, of which `output` may be a part. */
  bytes: z.int().nonnegative(),
  durationMs: z.number().nonnegative(),
})
export type CallResult = z.infer<typeof CallResult>

export const Call = z.discriminatedUnion("status", [
  z.object({ status: z.literal("allowed"), ...CallRequest, since: Instant }),
  z.object({ status: z.literal("blocked"), ...CallRequest, because: z.string() }),
  z.object({ status: z.literal("finished"), ...CallRequest, result: CallResult }),
])
export type Call = z.infer<typeof Call>
