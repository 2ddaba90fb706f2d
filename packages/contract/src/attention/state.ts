// Owns: what waits for the user, as state: no dialog holds it, any screen can show and answer it, and it is still there after a crash.
// How items are ordered is a rule of domain/attention.
import { z } from "zod"
import { Verdict } from "../call/state.ts"
import { GrantPattern } from "../gate/state.ts"
import { AgentId, CallId, ItemId, TurnId } from "../ids.ts"
import { Instant } from "../time.ts"

const common = { id: ItemId, agentId: AgentId, at: Instant, tier: z.int().min(0).max(4) }
/** The input stays with the call: items are sent to every screen, and a file to be written may be large. */
const ofCall = { turnId: TurnId, callId: CallId, capability: z.string(), verdict: Verdict }

export const ApprovalItem = z.object({
  kind: z.literal("approval"),
  ...common,
  ...ofCall,
  /** sha-256 over the canonical action, agent, workspace head, phase and profile. An answer must name it. */
  hash: z.string(),
  /** The head and the posture the hash was made from; when they are others now, the answer is refused and the call judged anew. */
  head: z.string().nullable(),
  phase: z.string(),
  profile: z.string(),
  /** One line that names the action ("Run a command"), and what it is ("npm install jose@5"), with hidden characters made visible. */
  title: z.string(),
  detail: z.string(),
  /** What it changes and reaches, in words. */
  effects: z.array(z.string()),
  /** What could be allowed beyond this once, narrowest first. Empty where nothing may be remembered. */
  patterns: z.array(GrantPattern),
  /** Two named steps, alone, never remembered. `stepTwo` names what the second step does: "Delete data/legacy". */
  destructive: z.boolean(),
  stepTwo: z.string(),
  /** Set by the first step; the second must follow before it. */
  armedUntil: Instant.nullable(),
  /** Equal safe requests share it and can be answered together. */
  batch: z.string().nullable(),
  /** Not answered by then = denied. */
  expiresAt: Instant,
})
export type ApprovalItem = z.infer<typeof ApprovalItem>

/** A planning agent wants what only execution may do. There is nothing to approve, only a phase to switch. */
export const PhaseItem = z.object({
  kind: z.literal("phase-request"),
  ...common,
  ...ofCall,
  title: z.string(),
  detail: z.string(),
  expiresAt: Instant,
})
export type PhaseItem = z.infer<typeof PhaseItem>

export const QuestionItem = z.object({
  kind: z.literal("question"),
  ...common,
  question: z.string(),
  options: z.array(z.object({ label: z.string(), detail: z.string() })),
  /** Which one the agent would pick, as an index. */
  preferred: z.int().nonnegative().nullable(),
})
export type QuestionItem = z.infer<typeof QuestionItem>

export const KnockItem = z.object({ kind: z.literal("knock"), ...common, reason: z.string() })
export const BudgetItem = z.object({
  kind: z.literal("budget"),
  ...common,
  /** Whose limit was reached: the agent itself or one above it. */
  holderId: AgentId,
  limitUsd: z.number(),
  spentUsd: z.number(),
})

export const AttentionItem = z.discriminatedUnion("kind", [ApprovalItem, PhaseItem, QuestionItem, KnockItem, BudgetItem])
export type AttentionItem = z.infer<typeof AttentionItem>

export const ItemOutcome = z.enum([
  "allowed",
  "denied",
  "expired",
  "withdrawn", // the turn ended, or the call was judged anew: nobody has to decide any more
  "answered",
  "declined", // knock: not now
  "silenced", // knock: never again from this agent
  "raised", // budget
])
export type ItemOutcome = z.infer<typeof ItemOutcome>
