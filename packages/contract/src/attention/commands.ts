import { z } from "zod"
import { GrantPattern } from "../gate/state.ts"
import { AgentId, ItemId } from "../ids.ts"
import { MessageText } from "../message/commands.ts"

/** The hash comes from the item that was shown: what is answered is what was seen (T22, T23). */
const shown = z.strictObject({ id: ItemId, hash: z.string().length(64) })

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
  /** How long the card was in view, for the audit log. */
  visibleMs: z.number().nonnegative().default(0),
})
/** "Stay in planning". Switching is posture.change. */
export const DeclinePhase = z.strictObject({ type: z.literal("phase-request.decline"), itemId: ItemId })
export const AnswerQuestion = z.strictObject({ type: z.literal("question.answer"), itemId: ItemId, text: MessageText })
export const AnswerKnock = z.strictObject({
  type: z.literal("knock.answer"),
  itemId: ItemId,
  answer: z.enum(["join", "not-now", "never"]),
})

/** Internal: nobody answered in time. */
export const ExpireItem = z.strictObject({ type: z.literal("attention.expire"), itemId: ItemId })
