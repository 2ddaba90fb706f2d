import { z } from "zod"
import { AgentId, ItemId, MessageId, TurnId } from "../ids.ts"
import { Delivery, KibitzNote, Notice } from "./state.ts"

export const MessageQueued = z.object({
  type: z.literal("message.queued"),
  agentId: AgentId,
  messageId: MessageId,
  text: z.string(),
  delivery: Delivery,
  from: AgentId.optional(),
  /** Its sender had read from the network. */
  tainted: z.boolean().optional(),
  note: KibitzNote.optional(),
  /** The questions that were open when the user wrote it: read, it is the answer to them. */
  answers: z.array(ItemId).optional(),
})
export const MessageEdited = z.object({
  type: z.literal("message.edited"),
  agentId: AgentId,
  messageId: MessageId,
  text: z.string(),
  /** One that had read from the network has a part in it now. */
  tainted: z.boolean().optional(),
})
export const MessageWithdrawn = z.object({ type: z.literal("message.withdrawn"), agentId: AgentId, messageId: MessageId })
export const MessageReleased = z.object({ type: z.literal("message.released"), agentId: AgentId, messageId: MessageId })
/** The moment the agent takes it. Holds the text again, so that a transcript page can be shown without looking anything up. */
export const MessageDelivered = z.object({
  type: z.literal("message.delivered"),
  agentId: AgentId,
  messageId: MessageId,
  turnId: TurnId,
  text: z.string(),
  /** The agent it is from; absent = the user. */
  from: AgentId.optional(),
  /** brings: its sender had read from the network. keeps: it was written before the agent read from there. Absent: the user vouches. */
  taint: z.enum(["brings", "keeps"]).optional(),
  /** Said by Kibitz itself: what it is about. */
  note: KibitzNote.optional(),
  /** The questions that were open when the user wrote it. */
  answers: z.array(ItemId).optional(),
})

export const NoticeLeft = z.object({ type: z.literal("agent.noticed"), agentId: AgentId, notice: Notice })

export const messageEvents = [
  MessageQueued,
  MessageEdited,
  MessageWithdrawn,
  MessageReleased,
  MessageDelivered,
  NoticeLeft,
] as const
