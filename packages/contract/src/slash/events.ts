import { z } from "zod"
import { AgentId } from "../ids.ts"

/** What Kibitz answers to a slash command; shown in the transcript, never sent to a model. */
export const SlashAnswered = z.object({
  type: z.literal("slash.answered"),
  agentId: AgentId,
  line: z.string(),
  text: z.string(),
})

export const slashEvents = [SlashAnswered] as const
