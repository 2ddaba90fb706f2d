// Owns: an agent that has stopped for the user: it was talked to and has answered, or it does one unit at a time and this one is done.
import type { AttentionItem } from "@kibitz/contract"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { plainProse } from "../../../kernel/markdown/plain.ts"
import { useAgent } from "../../../kernel/session/session-context.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"

type TurnItem = Extract<AttentionItem, { kind: "your-turn" }>

export function TurnCard({ item, agent }: { item: TurnItem; agent: string }) {
  const last = useAgent(item.agentId, ({ lastTurn }) => lastTurn?.outcome)
  return (
    <Card
      icon={<StatusGlyph status="yours" />}
      heading={
        item.why === "unit" ? (
          <>
            <bdi>{agent}</bdi> has done one unit
          </>
        ) : (
          <>
            <bdi>{agent}</bdi> {last === "failed" ? "has stopped: its turn failed. Your turn." : "has replied. Your turn."}
          </>
        )
      }
      agentId={item.agentId}
      item={item}
      since={item.at}
    >
      {item.detail.trim() !== "" && (
        <div className="card-body">
          <p className="card-question" dir={directionOf(item.detail)}>
            {plainProse(item.detail)}
          </p>
        </div>
      )}
      <Ways item={item} />
    </Card>
  )
}

function Ways({ item }: { item: TurnItem }) {
  const tools = useCard()
  const { id, agentId } = item
  return (
    <CardActions>
      {item.why === "unit" ? (
        <Action tone="primary" onAct={() => tools.answer([id], { type: "agent.go-on", agentId })}>
          Next unit
        </Action>
      ) : (
        <Action onAct={() => tools.answer([id], { type: "attention.seen", itemId: id })}>Seen</Action>
      )}
      <OpenChat agentId={agentId} />
    </CardActions>
  )
}
