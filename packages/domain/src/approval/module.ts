import type { AttentionItem, World } from "@kibitz/contract"
import { itemOf } from "../attention/items.ts"
import { defineConcept } from "../kernel/concept.ts"
import type { Look } from "../kernel/looks.ts"
import { decideAnswer, decideArm, decideDecline, decideExpire } from "./decide.ts"
import { approvalRecord } from "./record.ts"
import { decideSurvey, surveysOf } from "./survey.ts"

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
    "approval.arm": ({ item }, world) => [headsOf(world, [item.id]), ...surveysOf(world, [item.id])],
    "approval.answer": ({ items, decision }, world) => {
      const ids = items.map(({ id }) => id)
      return [headsOf(world, ids), ...(decision.kind === "deny" ? [] : surveysOf(world, ids))]
    },
  },
  // The card that asks names by number what would go.
  looksAfter: { "attention.raised": ({ item }, world) => surveysOf(world, [item.id]) },
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

function headsOf(world: World, ids: readonly AttentionItem["id"][]): Look {
  return { kind: "heads", agentIds: [...new Set(ids.flatMap((id) => itemOf(world, id)?.agentId ?? []))] }
}
