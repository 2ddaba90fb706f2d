import { z } from "zod"
import { AgentId, ItemId, MessageId } from "../ids.ts"
import { Instant } from "../time.ts"

/** queue: taken when the current turn ends. now: taken at the next step of the current turn, after the running tool. */
export const Delivery = z.enum(["queue", "now"])
export type Delivery = z.infer<typeof Delivery>

/** What Kibitz tells an agent by itself. */
export const KibitzNote = z.enum([
  "joined",
  "left",
  "restarted",
  "leftovers", // of a command, which were ended at a start
  "declined",
  "redirected",
  "verification",
  "continuation",
  "handover", // what it has is to be handed over, without any more calls
  "report", // of a child
])
export type KibitzNote = z.infer<typeof KibitzNote>

export const QueuedMessage = z.object({
  id: MessageId,
  text: z.string(),
  delivery: Delivery,
  at: Instant,
  from: AgentId.optional(),
  tainted: z.boolean().optional(),
  note: KibitzNote.optional(),
  answers: z.array(ItemId).optional(),
})
export type QueuedMessage = z.infer<typeof QueuedMessage>

/** A line of Kibitz's own that the model gets to read at the next boundary. */
export const Notice = z.object({
  id: MessageId,
  at: Instant,
  note: KibitzNote,
  text: z.string(),
})
export type Notice = z.infer<typeof Notice>
