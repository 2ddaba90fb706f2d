import { z } from "zod"
import { AgentId, MessageId } from "../ids.ts"
import { Delivery } from "./state.ts"

/** Half a wire message even when every character has to be escaped: what is taken must also be able to be shown. */
export const MESSAGE_TEXT_LIMIT = 500_000
/** Of the user's own messages. The world carries the queue to every screen, so it has to stay small enough to be sent. */
export const QUEUE_LIMITS = { messages: 50, characters: MESSAGE_TEXT_LIMIT } as const
/** Of what other agents say; beside the user's, so that a busy team never keeps the user from being heard. */
export const AGENT_QUEUE_LIMITS = { messages: 50, characters: 200_000 } as const

export const MessageText = z
  .string()
  .min(1, "a message needs some text")
  .max(MESSAGE_TEXT_LIMIT, `a message holds at most ${MESSAGE_TEXT_LIMIT} characters`)
  .refine((text) => text.trim() !== "", "a message needs some text")

/** A messageId names one message of an agent for ever. A client that lost the answer sends again with the same id. */
export const SendMessage = z.strictObject({
  type: z.literal("message.send"),
  agentId: AgentId,
  messageId: MessageId.optional(),
  text: MessageText,
  delivery: Delivery.default("queue"),
})
export const EditMessage = z.strictObject({
  type: z.literal("message.edit"),
  agentId: AgentId,
  messageId: MessageId,
  text: MessageText,
})
export const WithdrawMessage = z.strictObject({ type: z.literal("message.withdraw"), agentId: AgentId, messageId: MessageId })
/** Turns a queued message into one that is sent now. */
export const ReleaseMessage = z.strictObject({ type: z.literal("message.release"), agentId: AgentId, messageId: MessageId })

export const messageCommands = {
  client: [SendMessage, EditMessage, WithdrawMessage, ReleaseMessage],
} as const
