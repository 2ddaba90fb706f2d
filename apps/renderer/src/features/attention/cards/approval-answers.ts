// Owns: the answers to an approval as commands. What is answered is what was shown: each item goes with its hash (T22, T23).
import type { ApprovalItem, ItemId } from "@kibitz/contract"
import type { CardTools } from "../../../kernel/attention/card-tools.ts"

export function once({ answer }: CardTools, items: readonly ApprovalItem[]): void {
  answer(idsOf(items), {
    type: "approval.answer",
    items: shownOf(items),
    decision: { kind: "once" },
  })
}

export function deny({ answer }: CardTools, items: readonly ApprovalItem[], why: string): void {
  answer(idsOf(items), {
    type: "approval.answer",
    items: shownOf(items),
    decision: { kind: "deny", why },
  })
}

export function shownOf(items: readonly ApprovalItem[]): { id: ItemId; hash: string }[] {
  return items.map(({ id, hash }) => ({ id, hash }))
}

export function idsOf(items: readonly ApprovalItem[]): readonly ItemId[] {
  return items.map(({ id }) => id)
}
