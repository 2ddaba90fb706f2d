import { z } from "zod"
import { AskTurn } from "../brief/commands.ts"
import { Reply } from "../content.ts"
import { ModelFailure } from "../failure.ts"
import { AgentId, TurnId } from "../ids.ts"

/** From the user: stop the reply that is streaming, keep what has come. */
export const InterruptTurn = z.strictObject({ type: z.literal("turn.interrupt"), agentId: AgentId })
/** From the user: try again what failed, was stopped, or ran into the token limit. */
export const RetryTurn = z.strictObject({ type: z.literal("turn.retry"), agentId: AgentId })

/** Internal, all of the below: the reactor that runs a turn reports what happened. */
export const RecordReply = z.strictObject({ type: z.literal("turn.reply"), agentId: AgentId, turnId: TurnId, reply: Reply })
export const DelayTurn = z.strictObject({
  type: z.literal("turn.delay"),
  agentId: AgentId,
  turnId: TurnId,
  failure: ModelFailure,
  delayMs: z.number().nonnegative(),
  draft: z.string(),
})
export const RetryStep = z.strictObject({ type: z.literal("turn.retry-step"), agentId: AgentId, turnId: TurnId })
/** No slot is free, or there is one now. */
export const HoldTurn = z.strictObject({ type: z.literal("turn.hold"), agentId: AgentId, turnId: TurnId })
export const ReleaseTurn = z.strictObject({ type: z.literal("turn.release"), agentId: AgentId, turnId: TurnId })
export const FailTurn = z.strictObject({
  type: z.literal("turn.fail"),
  agentId: AgentId,
  turnId: TurnId,
  failure: ModelFailure,
  parked: z.boolean(),
  draft: z.string(),
})
export const StopTurn = z.strictObject({ type: z.literal("turn.stop"), agentId: AgentId, turnId: TurnId, draft: z.string() })
/** After a crash: the turn that was in flight goes on. `draft` is what the screen had already shown of the lost reply. */
export const RecoverTurn = z.strictObject({
  type: z.literal("turn.recover"),
  agentId: AgentId,
  turnId: TurnId,
  draft: z.string(),
})

export const turnCommands = {
  client: [InterruptTurn, RetryTurn],
  internal: [AskTurn, RecordReply, DelayTurn, RetryStep, HoldTurn, ReleaseTurn, FailTurn, StopTurn, RecoverTurn],
} as const
