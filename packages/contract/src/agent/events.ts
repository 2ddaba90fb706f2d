import { z } from "zod"
import { AgentId, CallId } from "../ids.ts"
import { Posture } from "../posture/state.ts"
import { Commitment } from "./state.ts"

export const AgentFounded = z.object({
  type: z.literal("agent.founded"),
  agentId: AgentId,
  parentId: AgentId.nullable(),
  name: z.string(),
  posture: Posture.optional(),
  assignment: z.string().optional(),
  limitUsd: z.number().optional(),
  /** The spawn_agent call that made it; absent when the user did. */
  callId: CallId.optional(),
})
export const AgentBudgeted = z.object({
  type: z.literal("agent.budgeted"),
  agentId: AgentId,
  limitUsd: z.number().nullable(),
})
export const AgentProgressed = z.object({
  type: z.literal("agent.progressed"),
  agentId: AgentId,
  percent: z.number(),
  note: z.string(),
  milestone: z.boolean(),
})
export const CommitmentAdded = z.object({ type: z.literal("commitment.added"), agentId: AgentId, commitment: Commitment })
/** What Kibitz answers to a slash command; shown in the transcript, never sent to a model. */
export const SlashAnswered = z.object({
  type: z.literal("slash.answered"),
  agentId: AgentId,
  line: z.string(),
  text: z.string(),
})
