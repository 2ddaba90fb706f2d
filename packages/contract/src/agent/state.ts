import { z } from "zod"
import { StopReason, Usage } from "../content.ts"
import { AgentId, CallId, MessageId } from "../ids.ts"
import { QueuedMessage } from "../message/state.ts"
import { PendingSteer, Posture } from "../posture/state.ts"
import { Instant } from "../time.ts"
import { Trouble, Turn } from "../turn/state.ts"

/** Where an agent stands. Derived from its turn and its trouble by `agentStatus` in domain; listed here because the screen words it. */
export const AgentStatus = z.enum(["waiting", "working", "needs-you", "paused", "failed"])
export type AgentStatus = z.infer<typeof AgentStatus>

/** A command that must pass before the agent's work counts as done (VER-1). */
export const Commitment = z.object({ callId: CallId, command: z.string(), timeoutSeconds: z.int().positive() })
export type Commitment = z.infer<typeof Commitment>

/** What the world knows of an agent at all times. Its transcript is not here: it is paged from the journal. */
export const Agent = z.object({
  id: AgentId,
  name: z.string(),
  parentId: AgentId.nullable(),
  /** Kept so that a whole subtree can be reached without looking at every agent. */
  childIds: z.array(AgentId),
  createdAt: Instant,
  /** What it was started for; null when the user simply began to talk to it. */
  assignment: z.string().nullable(),
  posture: Posture,
  pendingSteers: z.array(PendingSteer),
  /** What a for-next-unit change goes back to when that unit ends. */
  afterUnit: Posture.partial(),
  /** Chosen by name; null = by modelMode. */
  model: z.string().nullable(),
  turn: Turn.nullable(),
  /** Why the last turn did not end well; gone as soon as a new one starts. */
  trouble: Trouble.nullable(),
  queue: z.array(QueuedMessage),
  usage: Usage,
  /** Money in US dollars: its own, that of all below it, and the limit for both together. */
  spentUsd: z.number().nonnegative(),
  spentBelowUsd: z.number().nonnegative(),
  limitUsd: z.number().nullable(),
  progress: z.object({ percent: z.number(), note: z.string() }).nullable(),
  commitments: z.array(Commitment),
  /** Since when it has read text from the network that nobody vouches for; a message from the user ends it (T15). */
  taintedAt: Instant.nullable(),
  /** The user does not want to be knocked for by it. */
  silenced: z.boolean(),
  /** How the last turn ended; decides what "retry" and "continue" mean. */
  lastTurn: z.object({ outcome: z.enum(["finished", "interrupted", "failed"]), stopReason: StopReason.nullable() }).nullable(),
  /** The newest message ids this agent has been sent, so that a repeated send is recognised. */
  recentMessages: z.array(MessageId),
  /** How many turns this agent has had; names the working spell. */
  spell: z.int().nonnegative(),
})
export type Agent = z.infer<typeof Agent>
