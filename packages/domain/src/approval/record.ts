import type { AttentionItem, World } from "@kibitz/contract"
import { defineRecord } from "../kernel/concept.ts"

/** What is kept, folded and shown of approval: all of it that a screen needs. The rules are in module.ts. */
export const approvalRecord = defineRecord({
  name: "approval",
  events: {
    "approval.armed": ({ attention }, { itemId, until }) => ({
      attention: approvalWith(attention, itemId, { armedUntil: until }),
    }),
    // The first step was taken for what was counted then.
    "approval.surveyed": ({ attention }, { itemId, survey, stepTwo }) => ({
      attention: approvalWith(attention, itemId, { survey, stepTwo, armedUntil: null }),
    }),
  },
})

function approvalWith(
  attention: World["attention"],
  id: AttentionItem["id"],
  changes: Partial<Extract<AttentionItem, { kind: "approval" }>>,
): World["attention"] {
  const item = attention[id]
  return item?.kind === "approval" ? { ...attention, [id]: { ...item, ...changes } } : attention
}
