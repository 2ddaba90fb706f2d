import { z } from "zod"
import { ItemId } from "../ids.ts"

/** From which card a command came: what it was about, and how long it had been in view. Goes with the request, whatever is asked. */
export const AnsweredCard = z.strictObject({ items: z.array(ItemId).min(1).max(200), visibleMs: z.number().nonnegative() })
export type AnsweredCard = z.infer<typeof AnsweredCard>

export const SnoozeItem = z.strictObject({
  type: z.literal("attention.snooze"),
  itemId: ItemId,
  /** Minutes, until tomorrow morning, until its team has finished; null takes it back. */
  until: z
    .union([
      z
        .int()
        .min(1)
        .max(7 * 24 * 60),
      z.enum(["tomorrow", "team"]),
    ])
    .nullable(),
})
/** To review, and your turn: looked at. Others are not ended by being looked at. */
export const MarkSeen = z.strictObject({ type: z.literal("attention.seen"), itemId: ItemId })
/** Heads-down for so many minutes; 0 ends it. */
export const SetQuiet = z.strictObject({
  type: z.literal("attention.quiet"),
  minutes: z
    .int()
    .min(0)
    .max(24 * 60),
})

/** Internal: what was put off may be due again. */
export const WakeItem = z.strictObject({ type: z.literal("attention.wake"), itemId: ItemId })

export const attentionCommands = {
  client: [SnoozeItem, MarkSeen, SetQuiet],
  internal: [WakeItem],
} as const
