// Owns: an agent that would like to talk. Nothing opens by itself: the user joins, or not (ux 2.9).
import type { AttentionItem } from "@kibitz/contract"
import { goToChat } from "../agents/go-to-chat.ts"
import { useSession } from "../app/session-context.ts"
import { visibleProse } from "../markdown/visible.ts"
import { directionOf } from "../ui/direction.ts"
import { Card, useCard } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"

type KnockItem = Extract<AttentionItem, { kind: "knock" }>

export function KnockCard({ item, agent }: { item: KnockItem; agent: string }) {
  return (
    <Card
      heading={
        <>
          <bdi>{agent}</bdi> would like to talk
        </>
      }
      agentId={item.agentId}
      since={item.at}
      keys={{}}
    >
      <div className="card-body">
        <p className="card-question" dir={directionOf(item.reason)}>
          {visibleProse(item.reason)}
        </p>
      </div>
      <Answers item={item} agent={agent} />
    </Card>
  )
}

function Answers({ item, agent }: { item: KnockItem; agent: string }) {
  const session = useSession()
  const tools = useCard()
  const say = (answer: "join" | "not-now" | "never") => {
    tools.answer([item.id], { type: "knock.answer", itemId: item.id, answer })
    if (answer === "join") goToChat(session, item.agentId)
  }
  return (
    <CardActions>
      <Action tone="primary" onAct={() => say("join")}>
        Join
      </Action>
      <Action onAct={() => say("not-now")}>Not now</Action>
      <Action tone="quiet" onAct={() => say("never")}>
        Never from {agent}
      </Action>
    </CardActions>
  )
}
