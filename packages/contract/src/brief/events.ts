import { z } from "zod"
import { AgentId, TurnId } from "../ids.ts"
import { Json } from "../json.ts"

/** The reply was no valid answer to the turn's brief, and the model is asked again. `problem`: why, as the sentence the model reads. */
export const AnswerSentBack = z.object({
  type: z.literal("turn.sent-back"),
  agentId: AgentId,
  turnId: TurnId,
  problem: z.string(),
  /** The turn is apart from the conversation. */
  apart: z.literal(true).optional(),
})

/** In a turn without a model: what one of its calls has shown. A kind with an event of its own for that records that one instead. */
export const WorkFound = z.object({ type: z.literal("turn.found"), agentId: AgentId, turnId: TurnId, finding: Json })
/** Kibitz ended in the middle of a turn without a model. The turn is over, and another one begins the work again. */
export const WorkCutOff = z.object({ type: z.literal("turn.cut-off"), agentId: AgentId, turnId: TurnId })
