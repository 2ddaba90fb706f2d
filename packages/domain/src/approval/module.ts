import type { AttentionItem, World } from "@kibitz/contract"
import { itemOf } from "../attention/items.ts"
import { defineConcept } from "../kernel/concept.ts"
import type { Preparation } from "../kernel/preparations.ts"
import { decideAnswer, decideArm, decideDecline, decideExpire } from "./decide.ts"
import { approvalRecord } from "./record.ts"
import { decideSurvey } from "./survey.ts"

export const approval = defineConcept({
  ...approvalRecord,
  commands: {
    "approval.arm": decideArm,
    "approval.answer": decideAnswer,
    "approval.survey": (world, command) => decideSurvey(world, command),
    "phase-request.decline": decideDecline,
    "attention.expire": decideExpire,
  },
  // What an approval is for must still be there (T23), and is counted again for each step: what has come since would be deleted too.
  preparations: {
    "approval.arm": ({ item }, world) => [headsOf(world, [item.id]), { kind: "survey", itemId: item.id }],
    "approval.answer": ({ items, decision }, world) => {
      const ids = items.map(({ id }) => id)
      const surveys = decision.kind === "deny" ? [] : ids.map((itemId): Preparation => ({ kind: "survey", itemId }))
      return [headsOf(world, ids), ...surveys]
    },
  },
  audit: {
    "approval.armed": ({ agentId, itemId }) => ({
      kind: "answer",
      agentId,
      rule: "armed",
      because: "First of two steps.",
      facts: { itemId },
    }),
  },
})

function headsOf(world: World, ids: readonly AttentionItem["id"][]): Preparation {
  return { kind: "heads", agentIds: [...new Set(ids.flatMap((id) => itemOf(world, id)?.agentId ?? []))] }
}
