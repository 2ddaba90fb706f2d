// Owns: those right below an agent, and the one above: where each stands, and the way to them.

import type { AgentId } from "@kibitz/contract"
import { agentStatus, findAgent } from "@kibitz/domain"
import { memo } from "react"
import { useJoinWord } from "../../kernel/agents/join-word.ts"
import { signOf } from "../../kernel/agents/status-glyphs.ts"
import { TallyCounts } from "../../kernel/agents/tally.tsx"
import { Standing } from "../../kernel/agents/told-lines.tsx"
import { useAgent, useWorld, useWorldNow } from "../../kernel/session/session-context.ts"
import { useCoarseNow } from "../../kernel/ui/clock.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import type { InspectorWays } from "./inspector.tsx"
import { teamOf } from "./inspector-facts.ts"

export function TeamTab({ agentId, ways }: { agentId: AgentId; ways: InspectorWays }) {
  const parentId = useAgent(agentId, (agent) => agent.parentId) ?? null
  const tally = useAgent(agentId, (agent) => agent.tally)
  // As one text, so that only who is there makes the list anew, not what they do.
  const team = useWorld(({ world }) => {
    const agent = world && findAgent(world, agentId)
    return world && agent
      ? teamOf(world, agent)
          .map(({ id }) => id)
          .join(" ")
      : ""
  })
  const ids = team === "" ? [] : (team.split(" ") as AgentId[])
  return (
    <>
      {tally && tally.agents > 1 && (
        <p className="inspector-line">
          <TallyCounts tally={tally} />
        </p>
      )}
      {parentId !== null && (
        <section aria-label="Above it" className="inspector-part">
          <h3>Above it</h3>
          <Member agentId={parentId} ways={ways} />
        </section>
      )}
      <section aria-label="Team" className="inspector-part">
        <h3>Team</h3>
        {ids.length === 0 ? (
          <p className="inspector-line">Nobody below it.</p>
        ) : (
          <ul>
            {ids.map((id) => (
              <li key={id}>
                <Member agentId={id} ways={ways} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

const Member = memo(function Member({ agentId, ways }: { agentId: AgentId; ways: InspectorWays }) {
  const agent = useAgent(agentId, (state) => state)
  const world = useWorldNow()()
  const now = useCoarseNow()
  const word = useJoinWord()
  if (!agent || !world) return null
  const status = agentStatus(agent, now)
  return (
    <span className="inspector-row inspector-member">
      <StatusGlyph status={signOf(world, agent, status)} />
      <button type="button" className="member-name" title="Select; nobody is joined" onClick={() => ways.select(agentId)}>
        <bdi>{agent.name}</bdi>
      </button>
      <span className="inspector-cut inspector-age">
        <Standing agentId={agentId} status={status} />
      </span>
      <button type="button" className="button button-small button-quiet" onClick={() => ways.join(agentId)}>
        {word}
        <span className="visually-hidden"> {agent.name}</span>
      </button>
    </span>
  )
})
