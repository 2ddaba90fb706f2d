import { z } from "zod"
import { AgentId, CallId, ItemId } from "../ids.ts"
import { Surface } from "../posture/state.ts"
import { Instant } from "../time.ts"
import { AttentionItem, ItemOutcome, Snooze } from "./state.ts"

export const AttentionRaised = z.object({ type: z.literal("attention.raised"), agentId: AgentId, item: AttentionItem })
export const AttentionSnoozed = z.object({
  type: z.literal("attention.snoozed"),
  agentId: AgentId,
  itemId: ItemId,
  until: Snooze.nullable(),
})
/** null: not heads-down. */
export const QuietSet = z.object({ type: z.literal("attention.quieted"), until: Instant.nullable() })
export const AttentionResolved = z.object({
  type: z.literal("attention.resolved"),
  agentId: AgentId,
  itemId: ItemId,
  outcome: ItemOutcome,
  /** The answer, the reason for a no, or why it was withdrawn. */
  note: z.string(),
  /** How long its card had been in view; 0: it was not answered from a card. */
  visibleMs: z.number().nonnegative(),
  /** What is allowed from now on, word for word, where the answer said so. */
  pattern: z.string().optional(),
  /** The call it was about, and over which surface it was answered. */
  callId: CallId.optional(),
  surface: Surface.nullable().optional(),
})

export const attentionEvents = [AttentionRaised, AttentionResolved, AttentionSnoozed, QuietSet] as const
