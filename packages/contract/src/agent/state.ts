import { z } from "zod"
import { AttentionOfAgent, noAttention } from "../attention/agent.ts"
import { CostOfAgent, nothingSpent } from "../cost/agent.ts"
import { AgentId } from "../ids.ts"
import { MessagesOfAgent, noMessages } from "../message/agent.ts"
import { noSteers, PostureOfAgent } from "../posture/agent.ts"
import { PresenceOfAgent } from "../presence/agent.ts"
import { noQuestions, QuestionsOfAgent } from "../question/agent.ts"
import { Instant } from "../time.ts"
import { noTurns, TurnOfAgent } from "../turn/agent.ts"
import { nothingVerified, VerificationOfAgent } from "../verification/agent.ts"
import { WorkspaceOfAgent } from "../workspace/agent.ts"
import { StuckWhy } from "./stuck.ts"

/** Where an agent stands (OPM-7), each provable from events. Derived by `agentStatus` in domain; listed here because the screen words it. */
export const AgentStatus = z.enum([
  "waiting", // nothing to do, or the user's turn: to talk to it, or to look at its unit
  "working", // a request is out, or a tool runs
  "waiting-api", // the provider asked us to wait, or no slot is free
  "waiting-child", // those below it are not done, and it has nothing else to do
  "waiting-parent", // a question of its own is with an agent above it
  "needs-you", // it cannot go on without an answer of the user's, which is asked for in its own name
  "put-off", // the same, and the user has put off giving it
  "stopped", // it has stopped and goes on by itself at a known time
  "verifying",
  "paused",
  "stuck",
  "failed",
  "unverifiable", // it should be working, and there is no sign of it
  "done",
  "dismissed",
])
export type AgentStatus = z.infer<typeof AgentStatus>

/** What holds beyond a single turn. The legal moves between these are one table in domain/team/standing. */
export const Standing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open") }),
  /** Goes on with resume. user: held; what is said to it waits too. stop: its turn was stopped from elsewhere; limit: one was reached; a word
   * of the user's is enough for both. */
  z.object({ kind: z.literal("paused"), at: Instant, by: z.enum(["user", "stop", "limit"]) }),
  /** By the user; goes on only when it is spoken to. */
  z.object({ kind: z.literal("stopped"), at: Instant }),
  z.object({ kind: z.literal("stuck"), at: Instant, why: StuckWhy, detail: z.string() }),
  /** verified: a check passed, and every required one did. Otherwise nothing was there to check it by, or nothing of it was shown. */
  z.object({
    kind: z.literal("done"),
    at: Instant,
    verified: z.boolean(),
    /** What came of it, in a line. */
    summary: z.string().optional(),
  }),
  z.object({ kind: z.literal("dismissed"), at: Instant }),
])
export type Standing = z.infer<typeof Standing>

/** wait: it stays and can be talked to. dismiss: it goes once its result is told. */
export const DoneBehaviour = z.enum(["wait", "dismiss"])
export type DoneBehaviour = z.infer<typeof DoneBehaviour>
/** What a parent has done about a child that failed. Its parent is told in any case. */
export const Supervision = z.enum(["restart-one", "report-only"])
export type Supervision = z.infer<typeof Supervision>

/** How the current obligation is going. Begins anew when the user speaks to it or lets it go on, and with another assignment. */
export const Run = z.object({
  /** Continuations so far, and how often other agents have set it going with more than the first word about their own work. */
  iteration: z.int().nonnegative(),
  /** Continuations in a row without progress. */
  idle: z.int().nonnegative(),
  /** Whether the unit under way, or the last one, has brought anything about. */
  progressed: z.boolean(),
  /** Time spent working; waiting for the user does not count. */
  workedMs: z.number().nonnegative(),
  /** The highest progress it has told. */
  percent: z.number(),
  /** Fingerprints of what its last steps called, newest last. */
  calls: z.array(z.string()),
  /** Starts after a failure, in a row. */
  restarts: z.int().nonnegative(),
  /** How often Kibitz has ended unexpectedly in the middle of the same, by what that was (turn.crashed). Gone for what came through since. */
  crashes: z.record(z.string(), z.int().positive()).optional(),
  /** Another agent has set it going since it began: what it says then is counted by whoever hears it. */
  woken: z.literal(true).optional(),
})
export type Run = z.infer<typeof Run>
export const freshRun: Run = { iteration: 0, idle: 0, progressed: false, workedMs: 0, percent: 0, calls: [], restarts: 0 }

/** When it goes on by itself, and why. Durable: a restart does not forget it. */
export const Due = z.object({
  at: Instant,
  why: z.enum(["continue", "restart"]),
  /** Its time has come, and a usage limit of the provider holds it back until `at`. */
  limited: z.literal(true).optional(),
  /** The user has let it go on: "do not wake" does not hold for it any more. */
  byUser: z.literal(true).optional(),
})
export type Due = z.infer<typeof Due>

/** Why an agent that is alone does not go on by itself right now. nothing: it was never given anything to do (C8). */
export const Waits = z.enum(["you", "parent", "child", "review", "nothing"])
export type Waits = z.infer<typeof Waits>

/** By what they are doing: every agent is one of these. */
const byWord = {
  working: z.int(),
  waiting: z.int(),
  stopped: z.int(),
  paused: z.int(),
  stuck: z.int(),
  done: z.int(),
}

/** Those who have something waiting that the user must answer, each once, by what they are doing; dismissed: gone, and it still waits. */
export const Needed = z.object({ ...byWord, dismissed: z.int() })
export type Needed = z.infer<typeof Needed>

/** Counts over an agent and all below it; kept up on the way from an agent to the root, never counted anew. */
export const Tally = z.object({
  agents: z.int(),
  ...byWord,
  /** Rehearsal agents, whatever they are doing. */
  rehearsal: z.int(),
  /** Agents, where `tiers` are items: one that asks two things is one of them. They are among the counts above too. */
  needed: Needed,
  /** Waiting items by tier. */
  tiers: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
})
export type Tally = z.infer<typeof Tally>

/**
 * The cells of an agent's room, in which its children sit. Cell 0 is its own desk. A cell once taken is kept until its owner is dismissed;
 * then it is empty until the next child takes the lowest empty one. Nobody moves but by the user's word.
 */
export const Room = z.object({
  /** How many cells there have ever been, the desk among them. */
  size: z.int().positive(),
  /** Those that are empty again, lowest first. */
  free: z.array(z.int().positive()),
})
export type Room = z.infer<typeof Room>
export const emptyRoom: Room = { size: 1, free: [] }

/** What is the agent's own; everything else belongs to another concept. */
export const SelfOfAgent = z.object({
  id: AgentId,
  name: z.string(),
  parentId: AgentId.nullable(),
  /** Kept so that a whole subtree can be reached without looking at every agent. */
  childIds: z.array(AgentId),
  /** Where it sits in its parent's room; 0 for the root, which sits in nobody's. */
  cell: z.int().nonnegative(),
  room: Room,
  createdAt: Instant,
  /** What it was started for; null when the user simply began to talk to it. */
  assignment: z.string().nullable(),
  /** Whether the user has ever spoken to it; what they said counts as its assignment then (OPM-4). */
  addressed: z.boolean(),
  standing: Standing,
  run: Run,
  due: Due.nullable(),
  waits: Waits.nullable(),
  whenDone: DoneBehaviour,
  supervision: Supervision,
  /** The last thing that proves it alive, and when. */
  evidence: z.object({ at: Instant, what: z.string() }),
  progress: z.object({ percent: z.number(), note: z.string() }).nullable(),
  tally: Tally,
  /** It began in a rehearsal: scripts answer it, whatever is connected meanwhile, until the user restarts it with a model. */
  rehearsal: z.boolean(),
})

/**
 * What the world knows of an agent at all times, made of the slices that the concepts own. Its transcript is not here: it is paged from the
 * journal.
 */
export const Agent = z.object({
  ...SelfOfAgent.shape,
  ...PresenceOfAgent.shape,
  ...PostureOfAgent.shape,
  ...MessagesOfAgent.shape,
  ...QuestionsOfAgent.shape,
  ...AttentionOfAgent.shape,
  ...TurnOfAgent.shape,
  ...VerificationOfAgent.shape,
  ...CostOfAgent.shape,
  ...WorkspaceOfAgent.shape,
})
export type Agent = z.infer<typeof Agent>

/** The slices of the other concepts as they are at first, as far as they do not depend on how the agent is founded. */
export const slicesAtFirst = {
  ...noSteers,
  ...noMessages,
  ...noQuestions,
  ...noAttention,
  ...noTurns,
  ...nothingVerified,
  ...nothingSpent,
}
