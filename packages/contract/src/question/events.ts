import { z } from "zod"
import { AgentId, ItemId } from "../ids.ts"
import { ParkedQuestion } from "../question/state.ts"

/** A question that an agent above is asked first; it climbs, is answered there, or reaches the user as an attention item of the same id. */
export const QuestionParked = z.object({ type: z.literal("question.parked"), agentId: AgentId, question: ParkedQuestion })
export const QuestionLeft = z.object({
  type: z.literal("question.left"),
  agentId: AgentId,
  itemId: ItemId,
  /** answered: by the holder. climbed: on to the next, or to the user. withdrawn: nobody has to answer any more. */
  outcome: z.enum(["answered", "climbed", "withdrawn"]),
  note: z.string(),
})

export const questionEvents = [QuestionParked, QuestionLeft] as const
