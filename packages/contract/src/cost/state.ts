// Owns: the shape of what was spent in a stretch of time: by hour and by agent. The world only knows totals; this is summed from the journal.
import { z } from "zod"
import { AgentId } from "../ids.ts"
import { Instant } from "../time.ts"

/** A week: what one look back may cover. */
export const COST_HOURS_LIMIT = 168

export const CostHour = z.object({
  /** When the hour began, in UTC. */
  at: Instant,
  costUsd: z.number().nonnegative(),
  /** With what was read from and written to the provider's cache. */
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
})
export type CostHour = z.infer<typeof CostHour>

export const CostAgent = z.object({ agentId: AgentId, costUsd: z.number().nonnegative(), tokens: z.int().nonnegative() })
export type CostAgent = z.infer<typeof CostAgent>

export const CostReport = z.object({
  /** Oldest first; hours in which nobody replied are left out. */
  hours: z.array(CostHour),
  /** Of those who replied in that time, by id. */
  agents: z.array(CostAgent),
})
export type CostReport = z.infer<typeof CostReport>
