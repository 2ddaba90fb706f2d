import { z } from "zod"
import { StopReason, Usage } from "../content.ts"
import { AgentId, MessageId } from "../ids.ts"
import { QueuedMessage } from "../message/state.ts"
import { Instant } from "../time.ts"
import { Trouble, Turn } from "../turn/state.ts"

/** Where an agent stands. Derived from its turn and its trouble by `agentStatus` in domain; listed here because the screen words it. */
export const AgentStatus = z.enum(["waiting", "working", "paused", "failed"])
export type AgentStatus = z.infer<typeof AgentStatus>

/** What the world knows of an agent at all times. Its transcript is not here: it is paged from the journal. */
export const Agent = z.object({
  id: AgentId,
  name: z.string(),
  parentId: AgentId.nullable(),
  createdAt: Instant,
  turn: Turn.nullable(),
  /** Why the last turn did not end well; gone as soon as a new one starts. */
  trouble: Trouble.nullable(),
  queue: z.array(QueuedMessage),
  usage: Usage,
  /** How the last turn ended; decides what "retry" and "continue" mean. */
  lastTurn: z.object({ outcome: z.enum(["finished", "interrupted", "failed"]), stopReason: StopReason.nullable() }).nullable(),
  /** The newest message ids this agent has been sent, so that a repeated send is recognised. */
  recentMessages: z.array(MessageId),
  /** How many turns this agent has had; names the working spell. */
  spell: z.int().nonnegative(),
})
export type Agent = z.infer<typeof Agent>
