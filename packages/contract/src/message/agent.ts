import { z } from "zod"
import { MessageId } from "../ids.ts"
import { Instant } from "../time.ts"
import { Notice, QueuedMessage } from "./state.ts"

export const MessagesOfAgent = z.object({
  queue: z.array(QueuedMessage),
  notices: z.array(Notice),
  /** The newest message ids this agent has been sent, so that a repeated send is recognised. */
  recentMessages: z.array(MessageId),
  /** Since when it has read text from the network that nobody vouches for; a message from the user ends it (T15). */
  taintedAt: Instant.nullable(),
})
export const noMessages: z.infer<typeof MessagesOfAgent> = { queue: [], notices: [], recentMessages: [], taintedAt: null }
