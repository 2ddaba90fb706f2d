import type { AttentionItem } from "@kibitz/contract"
import { agentCount, itemLine, kindWord, money } from "../../kernel/words/attention-copy.ts"
import { providerHeading } from "../../kernel/words/provider-copy.ts"

/** What stops the line and how many it stops: "The provider refused the key. 12 agents are paused." */
export function stopLine(item: AttentionItem, name: string, held: number): string {
  const paused = `${agentCount(held)} ${held === 1 ? "is" : "are"} paused.`
  switch (item.kind) {
    case "provider":
      return `${providerHeading(item.failure)}. ${paused}`
    case "budget":
      return `Budget reached: ${money(item.spentUsd)} of ${money(item.limitUsd)}. ${paused}`
    default:
      return `${kindWord(item)} · ${name}: ${itemLine(item)}`
  }
}
