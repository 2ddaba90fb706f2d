import { z } from "zod"
import { GrantPattern } from "../gate/state.ts"
import { AgentId, ItemId } from "../ids.ts"
import { MessageText } from "../message/commands.ts"
import { Survey } from "./state.ts"

/** The hash comes from the item that was shown: what is answered is what was seen (T22, T23). */
const shown = z.strictObject({ id: ItemId, hash: z.string().length(64) })

/** From which card a command came: what it was about, and how long it had been in view. Goes with the request, whatever is asked. */
export const AnsweredCard = z.strictObject({ items: z.array(ItemId).min(1).max(200), visibleMs: z.number().nonnegative() })
export type AnsweredCard = z.infer<typeof AnsweredCard>

/** First of the two steps for what cannot be undone. */
export const ArmApproval = z.strictObject({ type: z.literal("approval.arm"), item: shown })
export const AnswerApproval = z.strictObject({
  type: z.literal("approval.answer"),
  /** More than one only when they share a batch. */
  items: z.array(shown).min(1).max(200),
  decision: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("once") }),
    z.strictObject({ kind: z.literal("session"), pattern: GrantPattern }),
    z.strictObject({
      kind: z.literal("lease"),
      pattern: GrantPattern,
      /** Root of the subtree it holds for. */
      agentId: AgentId,
      uses: z.int().min(1).max(1000),
      minutes: z
        .int()
        .min(1)
        .max(7 * 24 * 60),
    }),
    z.strictObject({ kind: z.literal("rule"), pattern: GrantPattern }),
    z.strictObject({ kind: z.literal("deny"), why: z.string().max(2000).default("") }),
  ]),
})
/** "Stay in planning". Switching is posture.change. */
export const DeclinePhase = z.strictObject({ type: z.literal("phase-request.decline"), itemId: ItemId })
export const AnswerQuestion = z.strictObject({
  type: z.literal("question.answer"),
  itemId: ItemId,
  text: MessageText,
  /** Others that asked the same and get the same answer. */
  also: z.array(ItemId).max(200).default([]),
})
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
/** Whether those who wait for the provider's limit go on by themselves when it is over. */
export const SetWake = z.strictObject({ type: z.literal("limit.wake"), wake: z.boolean() })
export const AnswerKnock = z.strictObject({
  type: z.literal("knock.answer"),
  itemId: ItemId,
  answer: z.enum(["join", "not-now", "never"]),
})

/** Internal: what a deletion that waits for the user would take. */
export const SurveyApproval = z.strictObject({ type: z.literal("approval.survey"), itemId: ItemId, survey: Survey })
/** Internal: nobody answered in time. */
export const ExpireItem = z.strictObject({ type: z.literal("attention.expire"), itemId: ItemId })
/** Internal: what was put off may be due again. */
export const WakeItem = z.strictObject({ type: z.literal("attention.wake"), itemId: ItemId })
