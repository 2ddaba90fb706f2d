// Owns: what is shown while it happens and forgotten when the finished message arrives. Never journalled, may be lost:
// `offset` lets a reader notice that, and the snapshot of a channel holds everything so far.
import { z } from "zod"
import { AgentId, TurnId } from "./ids.ts"

export const LiveBlock = z.object({ kind: z.enum(["text", "thinking", "tool"]), text: z.string() })
export type LiveBlock = z.infer<typeof LiveBlock>

export const LiveReply = z.object({
  agentId: AgentId,
  turnId: TurnId,
  step: z.int().positive(),
  attempt: z.int().positive(),
  blocks: z.array(LiveBlock),
})
export type LiveReply = z.infer<typeof LiveReply>

export const LiveDelta = z.object({
  agentId: AgentId,
  turnId: TurnId,
  step: z.int().positive(),
  attempt: z.int().positive(),
  /** Which block grows, its kind, and how much of it was already sent. */
  block: z.int().nonnegative(),
  kind: LiveBlock.shape.kind,
  offset: z.int().nonnegative(),
  text: z.string(),
})
export type LiveDelta = z.infer<typeof LiveDelta>
