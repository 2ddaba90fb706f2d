// Owns: what a planning agent may not do. There is nothing to approve, only a phase to switch, for this agent or for its team as well.
import type { AgentId, PhaseItem, World } from "@kibitz/contract"
import { subtree } from "@kibitz/domain"
import { Lock } from "lucide-react"
import { useId, useState } from "react"
import { type CardTools, useCard } from "../../../kernel/attention/card-tools.ts"
import { useChangeField } from "../../../kernel/controls/change-button.tsx"
import { useAgent, useWorld, useWorldNow } from "../../../kernel/session/session-context.ts"
import { agentCount } from "../../../kernel/words/attention-copy.ts"
import { Card } from "./card.tsx"
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
      item={item}
      since={item.at}
      keys={{ deny: (tools) => stay(tools, item) }}
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
  const worldNow = useWorldNow()
  const id = useId()
  const field = useChangeField()
  const below = useWorld(({ world }) => (world ? planningBelow(world, item.agentId).length : 0))
  const [isForTeam, setForTeam] = useState(false)
  const switchOver = () => {
    const world = worldNow()
    const team = isForTeam && world ? planningBelow(world, item.agentId) : []
    execute(tools, item, team)
  }
  return (
    <CardActions>
      <Action by="deny" onAct={() => stay(tools, item)}>
        Stay in planning
      </Action>
      <Action testId="card-execute" onAct={switchOver}>
        Switch {agent} to execution <code className="card-slash">/execute</code>
      </Action>
      <OpenChat agentId={item.agentId} />
      {below === 0 ? (
        <span className="card-scope">this agent only</span>
      ) : (
        <span className="card-scope">
          <label htmlFor={id}>for</label>
          <select
            id={id}
            {...field}
            className="field"
            value={isForTeam ? "team" : "one"}
            onChange={({ target }) => tools.act(() => setForTeam(target.value === "team"))()}
          >
            <option value="one">this agent only</option>
            <option value="team">it and {agentCount(below)} below</option>
          </select>
        </span>
      )}
    </CardActions>
  )
}

function planningBelow(world: World, agentId: AgentId): readonly AgentId[] {
  const below = subtree(world, agentId).slice(1)
  return below.flatMap(({ id, posture, standing }) => (posture.phase === "planning" && standing.kind !== "dismissed" ? [id] : []))
}

function stay(tools: CardTools, item: PhaseItem): void {
  tools.answer([item.id], { type: "phase-request.decline", itemId: item.id })
}

/** From above to below: nobody may have more than the one above. */
function execute(tools: CardTools, item: PhaseItem, team: readonly AgentId[]): void {
  const reason = `asked to: ${item.title.toLowerCase()}`
  const phase = "execution"
  // The card has said what becomes possible, and the button names it: pressing it is the confirmation.
  const change = (agentId: AgentId) =>
    ({ type: "posture.change", agentId, changes: { phase }, when: "now", reason, confirm: phase }) as const
  tools.answer([item.id], change(item.agentId))
  for (const agentId of team) void tools.ask(change(agentId))
}
