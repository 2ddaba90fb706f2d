import { z } from "zod"
import { AgentId } from "../ids.ts"

/** null takes the limit away. Reserved from the parent's, where the parent has one. */
export const SetBudget = z.strictObject({
  type: z.literal("agent.set-budget"),
  agentId: AgentId,
  limitUsd: z.number().positive().max(1_000_000).nullable(),
})

export const costCommands = {
  client: [SetBudget],
} as const
