import { z } from "zod"
import { AgentId } from "../ids.ts"

export const AgentBudgeted = z.object({
  type: z.literal("agent.budgeted"),
  agentId: AgentId,
  limitUsd: z.number().nullable(),
})

export const costEvents = [AgentBudgeted] as const
