// Owns: an agent that would like to talk. Nothing opens by itself: the user joins, or not (ux 2.9).

import type { AttentionItem } from "@kibitz/contract"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { useChangeField } from "../../../kernel/controls/change-button.tsx"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import type { Places } from "../../../kernel/session/offers.ts"
import { useAgent, useSession, useWorld } from "../../../kernel/session/session-context.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { goToChat } from "../../../kernel/ways/go-to-chat.ts"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"

type KnockItem = Extract<AttentionItem, { kind: "knock" }>

export function KnockCard({ item, agent }: { item: KnockItem; agent: string }) {
  return (
    <Card
      icon={<StatusGlyph status="yours" />}
      heading={
        <>
          <bdi>{agent}</bdi> would like to talk
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
      <Answers item={item} agent={agent} />
    </Card>
  )
}

function Answers({ item, agent }: { item: KnockItem; agent: string }) {
  const session = useSession<Places>()
  const tools = useCard()
  const field = useChangeField()
  const say = (answer: "join" | "not-now" | "never") => {
    tools.answer([item.id], { type: "knock.answer", itemId: item.id, answer })
    if (answer === "join") goToChat(session, item.agentId, "knock")
  }
  // Whoever came by another way has nowhere to go, and still answers it.
  const isHere = useAgent(item.agentId, ({ presence }) => presence !== null) === true
  const room = useAgent(item.agentId, ({ id, parentId }) => parentId ?? id) ?? item.agentId
  const team = useAgent(room, ({ name }) => name) ?? agent
  const isAllowed = useWorld(({ world }) => world?.consents.includes(room)) === true
  return (
    <CardActions>
      <Action tone="primary" onAct={() => say("join")}>
        {isHere ? "I am here" : "Join"}
      </Action>
      <Action onAct={() => say("not-now")}>Not now</Action>
      <Action tone="quiet" onAct={() => say("never")}>
        Never from {agent}
      </Action>
      <label className="also-answers">
        <input
          type="checkbox"
          {...field}
          checked={isAllowed}
          onChange={(event) => {
            const { checked } = event.target
            tools.act(() => void tools.ask({ type: "consent.set", agentId: room, given: checked }))()
          }}
        />
        <span>
          <bdi>{team}</bdi>’s team may open a background tab
        </span>
      </label>
    </CardActions>
  )
}
