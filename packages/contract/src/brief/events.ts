import { z } from "zod"
import { AgentId, TurnId } from "../ids.ts"

/** The reply was no valid answer to the turn's brief, and the model is asked again. `problem`: why, as the sentence the model reads. */
export const AnswerSentBack = z.object({
  type: z.literal("turn.sent-back"),
  agentId: AgentId,
  turnId: TurnId,
  problem: z.string(),
  /** The turn is apart from the conversation. */
  apart: z.literal(true).optional(),
})
