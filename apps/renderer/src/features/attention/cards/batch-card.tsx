// Owns: equal requests answered together. Only "once" and "no": what is to be remembered is decided on one of them.
import type { ApprovalItem } from "@kibitz/contract"
import { showAskers } from "../../../kernel/agents/agent-names.ts"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { useWorld } from "../../../kernel/session/session-context.ts"
import { oneLine } from "../../../kernel/words/attention-copy.ts"
import { deny, once } from "./approval-answers.ts"
import { Asked, DenyButton } from "./approval-parts.tsx"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"

export function BatchCard({ items, onReview }: { items: readonly ApprovalItem[]; onReview(): void }) {
  const [first] = items
  const names = useWorld(({ world }) =>
    world
      ? showAskers(
          world,
          items.map(({ agentId }) => agentId),
        )
      : "",
  )
  if (!first) return null
  const what = oneLine(first.detail)
  return (
    <Card
      heading={
        <>
          Approval ×{items.length} · <bdi>{names}</bdi>
        </>
      }
      agentId={null}
      item={first}
      since={first.at}
      keys={{ approve: (tools) => once(tools, items), deny: (tools) => deny(tools, items, "") }}
    >
      <Asked item={first} />
      <CardActions>
        <AllOnce items={items} what={what} />
        <Action isWay onAct={onReview}>
          Review each
        </Action>
        <DenyButton items={items} label={`Deny ${items.length}`} what={what} />
      </CardActions>
    </Card>
  )
}

function AllOnce({ items, what }: { items: readonly ApprovalItem[]; what: string }) {
  const tools = useCard()
  return (
    <Action by="approve" tone="primary" about={what} testId="card-approve" onAct={() => once(tools, items)}>
      Approve {items.length} once
    </Action>
  )
}
