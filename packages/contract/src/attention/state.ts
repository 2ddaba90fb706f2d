// Owns: what waits for the user, as state: no dialog holds it, any screen can show and answer it, and it is still there after a crash.
// How items are ordered is a rule of domain/attention.
import { z } from "zod"
import { StuckWhy } from "../agent/stuck.ts"
import { Verdict } from "../call/state.ts"
import { ModelFailureKind } from "../failure.ts"
import { GrantPattern } from "../gate/state.ts"
import { AgentId, CallId, ItemId, TurnId, WorkspaceId } from "../ids.ts"
import { Instant } from "../time.ts"

/** team: until nobody below the agent works any more. */
export const Snooze = z.union([Instant, z.literal("team")])
export type Snooze = z.infer<typeof Snooze>

const common = {
  id: ItemId,
  agentId: AgentId,
  at: Instant,
  tier: z.int().min(0).max(4),
  snoozed: Snooze.nullable().optional(),
}
/** The input stays with the call: items are sent to every screen, and a file to be written may be large. */
const ofCall = {
  turnId: TurnId,
  callId: CallId,
  capability: z.string(),
  verdict: Verdict,
  /** Where it would run; left out: in the project's own folder. */
  workspaceId: WorkspaceId.optional(),
}

/** What a deletion would take, as it was found on the disk. */
export const Survey = z.object({
  files: z.int().nonnegative(),
  folders: z.int().nonnegative(),
  bytes: z.number().nonnegative(),
  /** There was more than was counted. */
  isCut: z.boolean(),
  /** How many of the files git knows; null: there is no repository, or it could not be asked. */
  inGit: z.int().nonnegative().nullable(),
  /** The first of them, from the project folder, with hidden characters made visible. */
  first: z.array(z.string()).max(50),
})
export type Survey = z.infer<typeof Survey>

export const ApprovalItem = z.object({
  kind: z.literal("approval"),
  ...common,
  ...ofCall,
  /** sha-256 over the canonical action, agent, workspace head, phase and profile. An answer must name it. */
  hash: z.string(),
  /** The head of the agent's workspace and the posture the hash was made from; once they change, an answer is refused and the call is judged again. */
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
  /** Two named steps, alone, never remembered. `stepTwo` names what the second step does: "Delete 14 files". */
  destructive: z.boolean(),
  stepTwo: z.string(),
  /** For a deletion: what it would take. Left out where nothing is deleted, or nobody has looked yet. */
  survey: Survey.optional(),
  /** Set by the first step, to the end of the request; taken back when what would be deleted is not what was counted any more. */
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
  /** Equal questions share it and can be answered together. */
  batch: z.string().nullable().optional(),
})
export type QuestionItem = z.infer<typeof QuestionItem>

export const KnockItem = z.object({
  kind: z.literal("knock"),
  ...common,
  reason: z.string(),
  /** The user has agreed that this team opens a background tab. */
  opensTab: z.boolean().optional(),
})
/** It says itself that it needs a person (NEEDS_HELP, NEEDS_HUMAN, NEED INPUT). */
export const HelpItem = z.object({ kind: z.literal("help"), ...common, reason: z.string() })
export const StuckItem = z.object({ kind: z.literal("stuck"), ...common, why: StuckWhy, detail: z.string() })
/** stopped: the user is there and looks elsewhere. unit: it does one unit at a time, and this one is done. */
export const YourTurnItem = z.object({
  kind: z.literal("your-turn"),
  ...common,
  why: z.enum(["stopped", "unit"]),
  detail: z.string(),
})
export const ResultItem = z.object({
  kind: z.literal("result"),
  ...common,
  verified: z.boolean(),
  /** What its word is worth, as a sentence. */
  because: z.string().optional(),
  summary: z.string(),
})
/** The provider refuses, asks everybody to wait, or is out of reach: a key, a bill, a usage limit, no network. */
export const ProviderItem = z.object({
  kind: z.literal("provider"),
  ...common,
  failure: ModelFailureKind,
  message: z.string(),
  /** Which one it does not know, where that is what it refuses. */
  model: z.string().optional(),
  /** What it answered with: 401. */
  status: z.int().nullable().optional(),
  /** When it lets us ask again, where it says so, or when the network is looked for again; and whether those who wait for a limit go on then. */
  until: Instant.nullable(),
  wakes: z.boolean(),
})
export const BudgetItem = z.object({
  kind: z.literal("budget"),
  ...common,
  /** Whose limit was reached: the agent itself or one above it. */
  holderId: AgentId,
  limitUsd: z.number(),
  spentUsd: z.number(),
})

export const AttentionItem = z.discriminatedUnion("kind", [
  ApprovalItem,
  PhaseItem,
  QuestionItem,
  KnockItem,
  BudgetItem,
  HelpItem,
  StuckItem,
  YourTurnItem,
  ResultItem,
  ProviderItem,
])
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
  "seen", // to review, or your turn: looked at
  "resumed", // it goes on: spoken to, restarted, or the limit is over
])
export type ItemOutcome = z.infer<typeof ItemOutcome>
