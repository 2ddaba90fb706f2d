// Owns: what a planning agent may not do. There is nothing to approve, only a phase to switch, for this agent and nobody else.
import type { PhaseItem } from "@kibitz/contract"
import { Lock } from "lucide-react"
import { useAgent } from "../app/session-context.ts"
import { Card, type CardTools, useCard } from "./card.tsx"
import { Action, CardActions, Exact } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"

export function PhaseCard({ item, agent }: { item: PhaseItem; agent: string }) {
  const profile = useAgent(item.agentId, ({ posture }) => posture.permissionProfile) ?? "normal"
  return (
    <Card
      icon={<Lock size="0.9375rem" aria-hidden className="card-lock" />}
      heading={
        <>
          <bdi>{agent}</bdi> is in planning
        </>
      }
      agentId={item.agentId}
      since={item.at}
      keys={{ d: (tools) => stay(tools, item) }}
    >
      <div className="card-body">
        <p className="card-title">It wants to: {item.title.toLowerCase()}</p>
        <Exact text={item.detail} label={item.title} />
        <p className="card-note">
          Planning can read and search only. In execution, {agent} does what the profile {profile} allows and asks for the rest.
        </p>
      </div>
      <Choices item={item} agent={agent} />
    </Card>
  )
}

function Choices({ item, agent }: { item: PhaseItem; agent: string }) {
  const tools = useCard()
  return (
    <CardActions>
      <Action letter="D" onAct={() => stay(tools, item)}>
        Stay in planning
      </Action>
      <Action onAct={() => execute(tools, item)}>Switch {agent} to execution</Action>
      <OpenChat agentId={item.agentId} />
    </CardActions>
  )
}

function stay(tools: CardTools, item: PhaseItem): void {
  tools.answer([item.id], { type: "phase-request.decline", itemId: item.id })
}

function execute(tools: CardTools, item: PhaseItem): void {
  const reason = `asked to: ${item.title.toLowerCase()}`
  tools.answer([item.id], { type: "posture.change", agentId: item.agentId, changes: { phase: "execution" }, when: "now", reason })
}
