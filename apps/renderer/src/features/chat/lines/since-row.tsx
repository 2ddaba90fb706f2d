import { visibleProse } from "../../../kernel/markdown/visible.ts"
import { useAgent, useAgentId, useWorld } from "../../../kernel/session/session-context.ts"
import { sinceLines, sinceTitle } from "./since.ts"
import "./since-row.css"

/** Resuming costs one glance: what happened while the user was away. */
export function SinceRow() {
  const agentId = useAgentId()
  const agent = useAgent(agentId, (state) => state)
  const attention = useWorld(({ world }) => world?.attention)
  if (!agent) return null
  const items = agent.items.flatMap((id) => attention?.[id] ?? [])
  return (
    <section className="since" data-testid="since" aria-label={sinceTitle(agent)}>
      <h2>{sinceTitle(agent)}</h2>
      <ul>
        {sinceLines({ agent, items }).map((line) => (
          <li key={line}>{visibleProse(line)}</li>
        ))}
      </ul>
    </section>
  )
}
