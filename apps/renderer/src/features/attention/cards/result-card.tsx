// Owns: work that is finished and not read yet. Looking at the chat ends it; so does saying that it was seen.
import type { AttentionItem } from "@kibitz/contract"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { plainProse } from "../../../kernel/markdown/plain.ts"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"

type ResultItem = Extract<AttentionItem, { kind: "result" }>

export function ResultCard({ item, agent }: { item: ResultItem; agent: string }) {
  return (
    <Card
      icon={<StatusGlyph status="done" />}
      heading={
        <>
          <bdi>{agent}</bdi> is done{item.verified ? "" : ", unverified"}
        </>
      }
      agentId={item.agentId}
      item={item}
      since={item.at}
    >
      <div className="card-body">
        <p className="card-question" dir={directionOf(item.summary)}>
          {plainProse(item.summary)}
        </p>
        {item.because && <p className="card-note">{visibleProse(item.because)}</p>}
      </div>
      <Ways item={item} />
    </Card>
  )
}

function Ways({ item }: { item: ResultItem }) {
  const tools = useCard()
  return (
    <CardActions>
      <OpenChat agentId={item.agentId} label="Read it" />
      <Action onAct={() => tools.answer([item.id], { type: "attention.seen", itemId: item.id })}>Seen</Action>
    </CardActions>
  )
}
