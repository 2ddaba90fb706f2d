// Owns: an agent that should go on and does not (OPM-6): look, give it a hint, let it go on as it is, or stop it.

import type { AttentionItem, StuckWhy } from "@kibitz/contract"
import { useState } from "react"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import type { Frame } from "../../../kernel/session/offers.ts"
import { useSession } from "../../../kernel/session/session-context.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"
import { SayForm } from "./say-form.tsx"

type StuckItem = Extract<AttentionItem, { kind: "stuck" }>

const headings: Readonly<Record<StuckWhy, string>> = {
  "no-progress": "is stuck: no progress",
  repeats: "is stuck: it repeats itself",
  alternates: "is stuck: it goes back and forth",
  iterations: "is stuck: continued as often as allowed",
  time: "is stuck: its time is used up",
  blocked: "says it is blocked",
  failed: "stopped and does not come back by itself",
  crashed: "is held back: Kibitz kept stopping unexpectedly",
  silent: "gives no sign of life",
  declined: "was not let answer by the provider",
}

export function StuckCard({ item, agent }: { item: StuckItem; agent: string }) {
  const [isHinting, setHinting] = useState(false)
  return (
    <Card
      icon={<StatusGlyph status="failed" />}
      heading={
        <>
          <bdi>{agent}</bdi> {headings[item.why]}
        </>
      }
      agentId={item.agentId}
      item={item}
      since={item.at}
      onEscape={isHinting ? () => setHinting(false) : undefined}
    >
      <div className="card-body">
        <p className="card-question" dir={directionOf(item.detail)}>
          {visibleProse(item.detail)}
        </p>
      </div>
      <Ways item={item} agent={agent} isHinting={isHinting} setHinting={setHinting} />
    </Card>
  )
}

type WaysProps = { item: StuckItem; agent: string; isHinting: boolean; setHinting(isHinting: boolean): void }

function Ways({ item, agent, isHinting, setHinting }: WaysProps) {
  const session = useSession<Frame>()
  const tools = useCard()
  const { id, agentId } = item
  return (
    <>
      {isHinting && (
        <SayForm
          label={`A hint for ${agent}`}
          verb="Send"
          isFocused
          onSay={(text, thenNext) => tools.answer([id], { type: "message.send", agentId, text, delivery: "now" }, thenNext)}
        />
      )}
      <CardActions>
        <OpenChat agentId={agentId} label="Open" />
        <Action isOpen={isHinting} onAct={() => setHinting(!isHinting)}>
          Give a hint
        </Action>
        {item.why !== "silent" && (
          <Action onAct={() => tools.answer([id], { type: "agent.go-on", agentId })}>
            {item.why === "failed" ? "Resume" : "Go on"}
          </Action>
        )}
        {item.why === "failed" && (
          <Action isWay onAct={() => session.show({ kind: "audit", text: agent })}>
            Open log
          </Action>
        )}
        <Action tone="quiet" onAct={() => tools.answer([id], { type: "agent.halt", agentId, how: "stop" })}>
          Stop {agent}
        </Action>
      </CardActions>
    </>
  )
}
