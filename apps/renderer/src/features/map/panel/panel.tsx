// Owns: the desks that are large enough to read, as elements above the canvas: who it is, what it does, what it asks.
import type { AgentId } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { memo } from "react"
import { useStore } from "zustand"
import { askingGlyph, glyphOf } from "../../../kernel/agents/status-glyphs.ts"
import { Evidence } from "../../../kernel/agents/told-lines.tsx"
import { Glance, hasNothing, useItems } from "../../../kernel/glance/glance.tsx"
import { useShownKey } from "../../../kernel/keyboard/use-keys.ts"
import { useAgent } from "../../../kernel/session/session-context.ts"
import { useCoarseNow } from "../../../kernel/ui/clock.ts"
import { formatCount } from "../../../kernel/ui/numbers.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { money } from "../../../kernel/words/attention-copy.ts"
import type { MapEngine } from "../engine/engine.ts"
import { PanelLines } from "./panel-lines.tsx"

export function Panels({ engine }: { engine: MapEngine }) {
  const panels = useStore(engine.scene, (scene) => scene.panels)
  const ring = useStore(engine.scene, (scene) => scene.ring)
  return panels.map((id) => <Panel key={id} engine={engine} agentId={id as AgentId} isRinging={ring === id} />)
}

type PanelProps = { engine: MapEngine; agentId: AgentId; isRinging: boolean }

const Panel = memo(function Panel({ engine, agentId, isRinging }: PanelProps) {
  const agent = useAgent(agentId, (state) => state)
  const coarse = useCoarseNow()
  const items = useItems(agentId)
  if (!agent) return null
  const status = agentStatus(agent, coarse)
  const [item] = items
  // Amber is for what a person must answer (ux 0.3): a result, or one that is stuck, is told and not counted here.
  const needs = items.filter(({ tier }) => tier <= 1).length
  const asks = item !== undefined && item.tier <= 1
  const tone = asks ? "needs-you" : status === "stuck" || status === "failed" ? "failed" : "plain"
  const marks = [agent.presence && "panel-joined", agent.rehearsal && "panel-rehearsal", isRinging && "panel-ringing"]
  return (
    <article
      ref={(element) => engine.panel(agentId, element)}
      className={["map-panel", `panel-${tone}`, ...marks.filter(Boolean)].join(" ")}
      aria-label={agent.name}
      data-testid={`panel-${agentId}`}
    >
      <h3 className="panel-name">
        <StatusGlyph status={asks ? askingGlyph(item) : glyphOf(agent, status)} />
        <bdi>{agent.name}</bdi>
        {needs > 1 && <span className="panel-count">◆ {needs}</span>}
      </h3>
      <Glance agent={agent} />
      {!asks && <PanelLines agentId={agentId} />}
      {item === undefined && hasNothing(agent) && <WayIn name={agent.name} />}
      <p className="panel-meta">
        {money(agent.spentUsd)}
        {agent.tally.agents > 1 && ` · ${formatCount(agent.tally.agents - 1)} in team`}
        <span>
          {" "}
          · <Evidence agentId={agentId} />
        </span>
      </p>
      {items.some(({ kind }) => kind === "result") && <span className="panel-unread" aria-hidden />}
    </article>
  )
})

/** Where the user has no key for it, it is still joined by a click: nothing is said then. */
function WayIn({ name }: { name: string }) {
  const key = useShownKey("zoom-in")
  if (key === "") return null
  return (
    <p className="panel-way">
      <kbd>{key}</kbd> to talk to <bdi>{name}</bdi>
    </p>
  )
}
