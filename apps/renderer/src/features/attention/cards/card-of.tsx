import type { AttentionItem } from "@kibitz/contract"
import { nameOf } from "../../../kernel/agents/agent-names.ts"
import { areQuestions, isBatch } from "../../../kernel/desk/strip-state.ts"
import { useWorld } from "../../../kernel/session/session-context.ts"
import { ApprovalCard } from "./approval-card.tsx"
import { BatchCard } from "./batch-card.tsx"
import { BudgetCard } from "./budget-card.tsx"
import { DestructiveCard } from "./destructive-card.tsx"
import { HelpCard } from "./help-card.tsx"
import { KnockCard } from "./knock-card.tsx"
import { PhaseCard } from "./phase-card.tsx"
import { ProviderCard } from "./provider-card.tsx"
import { QuestionCard } from "./question-card.tsx"
import { ResultCard } from "./result-card.tsx"
import { StuckCard } from "./stuck-card.tsx"
import { TurnCard } from "./turn-card.tsx"

export function CardOf({ items, onReview }: { items: readonly AttentionItem[]; onReview(): void }) {
  const [item] = items
  const agent = useWorld(({ world }) => (world && item ? nameOf(world, item.agentId) : ""))
  if (!item) return null
  if (isBatch(items)) return <BatchCard items={items} onReview={onReview} />
  switch (item.kind) {
    case "approval":
      return item.destructive ? <DestructiveCard item={item} agent={agent} /> : <ApprovalCard item={item} agent={agent} />
    case "phase-request":
      return <PhaseCard item={item} agent={agent} />
    case "question":
      return <QuestionCard item={item} others={areQuestions(items) ? items.slice(1) : []} agent={agent} />
    case "knock":
      return <KnockCard item={item} agent={agent} />
    case "budget":
      return <BudgetCard item={item} agent={agent} />
    case "help":
      return <HelpCard item={item} agent={agent} />
    case "stuck":
      return <StuckCard item={item} agent={agent} />
    case "your-turn":
      return <TurnCard item={item} agent={agent} />
    case "result":
      return <ResultCard item={item} agent={agent} />
    case "provider":
      return <ProviderCard item={item} />
  }
}
