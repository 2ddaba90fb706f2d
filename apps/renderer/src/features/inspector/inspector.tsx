// Owns: the right panel: what is known of the agent the user talks to or has selected. Looking at it joins nobody.
import type { AgentId } from "@kibitz/contract"
import { X } from "lucide-react"
import { type KeyboardEvent, useId, useState } from "react"
import { useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import { useAgent } from "../../kernel/session/session-context.ts"
import { AccessTab } from "./access-tab.tsx"
import { CostTab } from "./cost-tab.tsx"
import "../../kernel/ui/panel-tabs.css"
import "./inspector.css"
import { NowTab } from "./now-tab.tsx"
import { TeamTab } from "./team-tab.tsx"

export type InspectorWays = {
  join(agentId: AgentId): void
  select(agentId: AgentId): void
  peek(agentId: AgentId): void
  /** The page of the settings with profiles, rules and grants. */
  access(): void
  close(): void
}

const tabs = ["Now", "Team", "Cost", "Access"] as const
type Tab = (typeof tabs)[number]

export function Inspector({ agentId, ways }: { agentId: AgentId; ways: InspectorWays }) {
  const id = useId()
  const [tab, setTab] = useState<Tab>("Now")
  const name = useAgent(agentId, (agent) => agent.name)
  const close = useTitleWithKey("Hide the inspector", "inspector")
  // Its place is there before anybody is known: the stage beside it does not move when they are.
  if (name === undefined) return <div className="inspector" aria-hidden />
  return (
    <aside className="inspector" data-region="inspector" data-testid="inspector" aria-label={`About ${name}`}>
      <header className="inspector-head">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <button type="button" className="icon-button" aria-label="Hide the inspector" title={close} onClick={ways.close}>
          <X size="0.875rem" aria-hidden />
        </button>
      </header>
      <Tabs id={id} tab={tab} onTab={setTab} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className="inspector-body">
        {tab === "Now" && <NowTab key={agentId} agentId={agentId} ways={ways} />}
        {tab === "Team" && <TeamTab agentId={agentId} ways={ways} />}
        {tab === "Cost" && <CostTab key={agentId} agentId={agentId} />}
        {tab === "Access" && <AccessTab agentId={agentId} onAccess={ways.access} />}
      </div>
    </aside>
  )
}

function Tabs({ id, tab, onTab }: { id: string; tab: Tab; onTab(tab: Tab): void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length] ?? tab
    onTab(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="Inspector" className="inspector-tabs" onKeyDown={onKeyDown}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`${id}-${one}`}
          className="rail-tab"
          data-testid={`inspector-${one.toLowerCase()}`}
          aria-selected={one === tab}
          aria-controls={one === tab ? `${id}-panel` : undefined}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {one}
        </button>
      ))}
    </div>
  )
}
