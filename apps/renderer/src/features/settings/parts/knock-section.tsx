// Owns: who may knock, who may not whatever the rule is, and which teams may open a background tab; all of it is taken back here.

import type { Agent, AgentId, AttentionPolicy } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import { type FormEvent, useId, useMemo, useState } from "react"
import { nameOf } from "../../../kernel/agents/agent-names.ts"
import { isThere, useShape } from "../../../kernel/agents/shape.ts"
import type { Asks } from "../../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../../kernel/session/session-context.ts"

const nobody: readonly AgentId[] = []

type KnockSectionProps = { policy: AttentionPolicy; onChange(knock: AttentionPolicy["knock"]): void }

export function KnockSection({ policy: { knock }, onChange }: KnockSectionProps) {
  const session = useSession<Asks>()
  const id = useId()
  const world = useShape()
  const agents = useMemo(() => (world ? allAgents(world).filter(isThere) : []), [world])
  const silenced = agents.filter((agent) => agent.silenced)
  const consents = useWorld((state) => state.world?.consents) ?? nobody
  return (
    <section className="setting" aria-label="Who may knock">
      <h3>
        <label htmlFor={id}>Who may knock</label>
      </h3>
      <div className="field-line">
        <select
          id={id}
          className="field field-short"
          value={knock}
          onChange={(event) => onChange(event.target.value === "nobody" ? "nobody" : "everyone")}
        >
          <option value="everyone">everyone</option>
          <option value="nobody">nobody</option>
        </select>
      </div>
      <p className="setting-note">
        {knock === "nobody"
          ? "An agent that knocks is told to go on alone, or to ask."
          : "A knock never opens anything by itself, and never moves you."}
      </p>
      {knock === "everyone" && <Exceptions agents={agents} silenced={silenced} />}
      {consents.length > 0 && (
        <ul className="knock-list">
          {consents.map((agentId) => (
            <li key={agentId}>
              <span>
                <bdi>{world && nameOf(world, agentId)}</bdi>’s team may open a background tab
              </span>
              <button
                type="button"
                className="button button-small"
                onClick={() => void session.ask({ type: "consent.set", agentId, given: false })}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Exceptions({ agents, silenced }: { agents: readonly Agent[]; silenced: readonly Agent[] }) {
  const session = useSession<Asks>()
  const id = useId()
  const [name, setName] = useState("")
  const named = agents.find((agent) => !agent.silenced && agent.name.toLowerCase() === name.trim().toLowerCase())
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!named) return
    void session.ask({ type: "agent.configure", agentId: named.id, mayKnock: false })
    setName("")
  }
  return (
    <>
      <ul className="knock-list" aria-label="Exceptions">
        {silenced.map((agent) => (
          <li key={agent.id}>
            <span>
              <bdi>{agent.name}</bdi> never
            </span>
            <button
              type="button"
              className="button button-small"
              onClick={() => void session.ask({ type: "agent.configure", agentId: agent.id, mayKnock: true })}
            >
              May knock again
            </button>
          </li>
        ))}
      </ul>
      <form className="field-line" onSubmit={add}>
        <input
          className="field field-short"
          aria-label="Somebody who may never knock"
          placeholder="Except: name of an agent"
          list={`${id}-names`}
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <datalist id={`${id}-names`}>
          {agents.map((agent) => (
            <option key={agent.id} value={agent.name} />
          ))}
        </datalist>
        <button type="submit" className="button" disabled={!named}>
          Never from this one
        </button>
      </form>
    </>
  )
}
