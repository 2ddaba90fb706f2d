// Owns: an agent that says it needs a person. The answer is a message to it; nothing else ends it.
import type { AttentionItem } from "@kibitz/contract"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { Card } from "./card.tsx"
import { CardActions } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"
import { SayForm } from "./say-form.tsx"

type HelpItem = Extract<AttentionItem, { kind: "help" }>

export function HelpCard({ item, agent }: { item: HelpItem; agent: string }) {
  return (
    <Card
      heading={
        <>
          <bdi>{agent}</bdi> asks for help
        </>
      }
      agentId={item.agentId}
      item={item}
      since={item.at}
    >
      <div className="card-body">
        <p className="card-question" dir={directionOf(item.reason)}>
          {visibleProse(item.reason)}
        </p>
      </div>
      <Answer item={item} agent={agent} />
      <CardActions>
        <OpenChat agentId={item.agentId} />
      </CardActions>
    </Card>
  )
}

function Answer({ item, agent }: { item: HelpItem; agent: string }) {
  const tools = useCard()
  return (
    <SayForm
      label={`Answer ${agent}`}
      verb="Answer"
      onSay={(text, thenNext) => tools.answer([item.id], { type: "message.send", agentId: item.agentId, text }, thenNext)}
    />
  )
}
