import { z } from "zod"
import { Survey } from "../attention/state.ts"
import { GrantPattern } from "../gate/state.ts"
import { AgentId, ItemId } from "../ids.ts"

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
})
/** "Stay in planning". Switching is posture.change. */
export const DeclinePhase = z.strictObject({ type: z.literal("phase-request.decline"), itemId: ItemId })
/** Internal: what a deletion that waits for the user would take. */
export const SurveyApproval = z.strictObject({ type: z.literal("approval.survey"), itemId: ItemId, survey: Survey })
/** Internal: nobody answered in time. */
export const ExpireItem = z.strictObject({ type: z.literal("attention.expire"), itemId: ItemId })

export const approvalCommands = {
  client: [ArmApproval, AnswerApproval, DeclinePhase],
  internal: [SurveyApproval, ExpireItem],
} as const
