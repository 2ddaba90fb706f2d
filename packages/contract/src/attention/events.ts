import { z } from "zod"
import { AgentId, CallId, ItemId } from "../ids.ts"
import { Surface } from "../posture/state.ts"
import { Instant } from "../time.ts"
import { AttentionItem, ItemOutcome } from "./state.ts"

export const AttentionRaised = z.object({ type: z.literal("attention.raised"), agentId: AgentId, item: AttentionItem })
export const ApprovalArmed = z.object({ type: z.literal("approval.armed"), agentId: AgentId, itemId: ItemId, until: Instant })
export const AttentionResolved = z.object({
  type: z.literal("attention.resolved"),
  agentId: AgentId,
  itemId: ItemId,
  outcome: ItemOutcome,
  /** The answer, the reason for a no, or why it was withdrawn. */
  note: z.string(),
  visibleMs: z.number().nonnegative(),
  /** The call it was about, and over which surface it was answered. */
  callId: CallId.optional(),
  surface: Surface.nullable().optional(),
})
