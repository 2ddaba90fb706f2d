// Owns: a capability call as one union by status; each status has just the fields that exist then.
import { z } from "zod"
import { Confinement } from "../gate/state.ts"
import { AgentId, CallId, GrantId, ItemId } from "../ids.ts"
import { Json } from "../json.ts"
import { Instant } from "../time.ts"

export const Verdict = z.object({
  effect: z.enum(["allow", "ask", "deny"]),
  /** The rule that decided, by its name in domain/gate. */
  rule: z.string(),
  /** A sentence, shown to the user and to the model alike. */
  because: z.string(),
  /** Cannot be undone: two named steps, never remembered. */
  destructive: z.boolean().optional(),
  /** For what runs in the sandbox: what it may reach. */
  confinement: Confinement.optional(),
  /** The grant that made the difference. */
  grantId: GrantId.optional(),
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
  /** A random word that marks where text from outside begins and ends; absent when the output is Kibitz's own. */
  fence: z.string().optional(),
  /** Where that text is from: "read_file src/index.ts", an address. */
  source: z.string().optional(),
  /** Of a program: its exit code, null when it was killed. */
  exitCode: z.int().nullable().optional(),
  /** Hash of the whole output, in hex, and where the whole of it is kept when `output` is a part. */
  sha256: z.string().optional(),
  spool: z.string().optional(),
  /** Refused before anybody outside was heard: it taints nobody. */
  unread: z.literal(true).optional(),
})
export type CallResult = z.infer<typeof CallResult>

/** A command whose processes outlived the Kibitz that had started them, and were ended at the next start. */
export const Leftover = z.object({ agentId: AgentId, callId: CallId, processes: z.int().positive() })
export type Leftover = z.infer<typeof Leftover>

export const Call = z.discriminatedUnion("status", [
  z.object({ status: z.literal("asked"), ...CallRequest, itemId: ItemId, since: Instant }),
  z.object({
    status: z.literal("allowed"),
    ...CallRequest,
    since: Instant,
    confinement: Confinement.optional(),
    /** It has not begun: as many calls run as may run at once. */
    held: z.literal(true).optional(),
    /** By an answer or a grant of the user's, not by a rule. */
    byUser: z.literal(true).optional(),
  }),
  z.object({ status: z.literal("blocked"), ...CallRequest, because: z.string() }),
  z.object({ status: z.literal("finished"), ...CallRequest, result: CallResult }),
])
export type Call = z.infer<typeof Call>
