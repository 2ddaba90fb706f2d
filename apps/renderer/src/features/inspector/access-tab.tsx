// Owns: what an agent may do without asking, and what was allowed beyond that.

import type { AgentId } from "@kibitz/contract"
import { useMemo } from "react"
import { grantLeft, grantPattern, grantReach } from "../../kernel/agents/grant-copy.ts"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import { Outlet } from "../../kernel/outlets/outlets.tsx"
import type { Asks } from "../../kernel/session/offers.ts"
import { useAgent, useSession, useWorld, useWorldNow } from "../../kernel/session/session-context.ts"
import { grantsFor } from "./inspector-facts.ts"

export function AccessTab({ agentId, onAccess }: { agentId: AgentId; onAccess(): void }) {
  const session = useSession<Asks>()
  const worldNow = useWorldNow()
  const all = useWorld(({ world }) => world?.grants)
  const name = useAgent(agentId, (agent) => agent.name) ?? ""
  const tainted = useAgent(agentId, (agent) => agent.taintedAt !== null) === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grants decide, not every step of every agent
  const grants = useMemo(() => {
    const world = worldNow()
    return world ? grantsFor(world, agentId) : []
  }, [worldNow, agentId, all])
  const world = worldNow()
  return (
    <>
      <div className="inspector-badge">
        <Outlet key={agentId} name="posture" agentId={agentId} />
      </div>
      {tainted && (
        <p className="inspector-line">It has read text from the network that nobody vouches for. A message from you ends that.</p>
      )}
      <section aria-label="Allowed beyond the profile" className="inspector-part">
        <h3>Allowed beyond the profile</h3>
        {grants.length === 0 || !world ? (
          <p className="inspector-line">Nothing.</p>
        ) : (
          <ul>
            {grants.map((grant) => {
              const { verb, text } = grantPattern(grant)
              const left = grantLeft(grant, Temporal.Now.instant())
              return (
                <li key={grant.id} className="inspector-grant">
                  <span>
                    <span className="faint">{verb}</span> <code>{text}</code>
                  </span>
                  <span className="inspector-age">
                    {[grantReach(grant, world), left].filter((part) => part !== "").join(" · ")}
                  </span>
                  <ChangeButton
                    className="button button-small button-quiet"
                    aria-label={`Revoke ${verb} ${text}`}
                    onClick={() => void session.ask({ type: "grant.revoke", grantId: grant.id })}
                  >
                    Revoke
                  </ChangeButton>
                </li>
              )
            })}
          </ul>
        )}
      </section>
      <button type="button" className="button button-small" onClick={onAccess}>
        Profiles and rules<span className="visually-hidden"> for {name} and everybody</span>
      </button>
    </>
  )
}
