import { z } from "zod"
import { Survey } from "../attention/state.ts"
import { AgentId, ItemId } from "../ids.ts"
import { Instant } from "../time.ts"

export const ApprovalArmed = z.object({ type: z.literal("approval.armed"), agentId: AgentId, itemId: ItemId, until: Instant })
export const ApprovalSurveyed = z.object({
  type: z.literal("approval.surveyed"),
  agentId: AgentId,
  itemId: ItemId,
  survey: Survey,
  stepTwo: z.string(),
})

export const approvalEvents = [ApprovalArmed, ApprovalSurveyed] as const
