import { z } from "zod"
import { AgentId, ItemId } from "../ids.ts"
import { MessageText } from "../message/commands.ts"

export const AnswerQuestion = z.strictObject({
  type: z.literal("question.answer"),
  itemId: ItemId,
  text: MessageText,
  /** Others that asked the same and get the same answer. */
  also: z.array(ItemId).max(200).default([]),
})
/** Internal: nobody above has answered in time. */
export const ClimbQuestion = z.strictObject({ type: z.literal("question.climb"), agentId: AgentId, itemId: ItemId })

export const questionCommands = {
  client: [AnswerQuestion],
  internal: [ClimbQuestion],
} as const
