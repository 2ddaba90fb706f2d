import { z } from "zod"
import { Reply } from "../content.ts"
import { ModelFailure } from "../failure.ts"
import { AgentId, MessageId, TurnId } from "../ids.ts"
import { Instant } from "../time.ts"

const ofTurn = { agentId: AgentId, turnId: TurnId }

export const TurnStarted = z.object({ type: z.literal("turn.started"), ...ofTurn, model: z.string() })
export const ReplyRecorded = z.object({
  type: z.literal("turn.replied"),
  ...ofTurn,
  messageId: MessageId,
  step: z.int().positive(),
  reply: Reply,
  /** What it cost by the price table of that moment, in US dollars. */
  costUsd: z.number().nonnegative().optional(),
})
/** The provider asked us to wait, or the connection broke; the same step is tried again at `until`. */
export const TurnDelayed = z.object({
  type: z.literal("turn.delayed"),
  ...ofTurn,
  until: Instant,
  failure: ModelFailure,
  draft: z.string(),
})
export const StepRetried = z.object({ type: z.literal("turn.step-retried"), ...ofTurn, attempt: z.int().positive() })
export const TurnStopping = z.object({ type: z.literal("turn.stopping"), ...ofTurn })
/** Stopped by the user. The draft is shown, and is not part of what the model gets to see again. */
export const TurnInterrupted = z.object({ type: z.literal("turn.interrupted"), ...ofTurn, draft: z.string() })
export const TurnFailed = z.object({
  type: z.literal("turn.failed"),
  ...ofTurn,
  failure: ModelFailure,
  parked: z.boolean(),
  draft: z.string(),
})
/** The app died in the middle of this turn and has gone on with it. */
export const TurnRecovered = z.object({ type: z.literal("turn.recovered"), ...ofTurn, draft: z.string() })
export const TurnFinished = z.object({ type: z.literal("turn.finished"), ...ofTurn })
