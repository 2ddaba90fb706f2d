// Owns: the posture of the open chat's agent in the title bar: the phase as a lock, four words beside it, and what waits to change.
import type { Agent, AgentId, SteerableAxis } from "@kibitz/contract"
import { Lock, LockOpen } from "lucide-react"
import { useState } from "react"
import { badgeAxes, letterOf, namedModelWords, pendingWords, shownValue, tintOf, wordsFor } from "../../kernel/posture/axes.ts"
import { badgeState } from "../../kernel/posture/badge-state.ts"
import { Pending } from "../../kernel/posture/pending.tsx"
import { useAgent, useConnection } from "../../kernel/session/session-context.ts"
import { useCoarseNow } from "../../kernel/ui/clock.ts"
import { Popover } from "../../kernel/ui/popover.tsx"
import "../../kernel/posture/posture.css"
import { PosturePanel } from "./posture-panel.tsx"

export function PostureBadge({ agentId }: { agentId: AgentId }) {
  const agent = useAgent(agentId, (state) => state)
  // While nothing but the rehearsal answers, the ribbon says it for everybody.
  const isConnected = useConnection()?.using === "provider"
  const now = useCoarseNow()
  const [open, setOpen] = useState<SteerableAxis | null>(null)
  if (!agent) return null
  const toggle = (axis: SteerableAxis) => setOpen((now) => (now === axis ? null : axis))
  const { isPaused, isPulsing } = badgeState(agent, now)
  const look = [...(isPaused ? ["badge-paused"] : []), ...(isPulsing ? ["badge-pulsing"] : [])]
  return (
    <div className="posture" data-testid="posture">
      <fieldset className={["badge", ...look].join(" ")} data-testid="badge" aria-label={`Posture of ${agent.name}`}>
        {agent.rehearsal && isConnected && (
          <span className="badge-rehearsal" title="Scripts answer it, whatever is connected; it costs nothing">
            rehearsal
          </span>
        )}
        <PhaseChip agent={agent} isOpen={open === "phase"} onOpen={() => toggle("phase")} />
        <div className="badge-segments">
          {isPaused && <span className="badge-pause" aria-label="paused" role="img" />}
          {badgeAxes.map((axis) => (
            <Segment key={axis} agent={agent} axis={axis} isOpen={open === axis} onOpen={() => toggle(axis)} />
          ))}
        </div>
      </fieldset>
      {open !== null && (
        <Popover
          label={`Posture of ${agent.name}`}
          testId="posture-panel"
          className="posture-panel"
          onClose={() => setOpen(null)}
        >
          <PosturePanel agent={agent} first={open} />
        </Popover>
      )}
    </div>
  )
}

type SegmentProps = { agent: Agent; isOpen: boolean; onOpen(): void }

function PhaseChip({ agent, isOpen, onOpen }: SegmentProps) {
  const { phase } = agent.posture
  const Icon = phase === "planning" ? Lock : LockOpen
  return (
    <button
      type="button"
      className={`phase-chip phase-${phase}`}
      data-testid="phase"
      data-axis="phase"
      aria-label={`Phase: ${phase}${pendingWords(agent, "phase")}`}
      title={`Phase: ${phase}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <Icon size="0.8125rem" aria-hidden />
      <span className="phase-word">{phase}</span>
      <Pending agent={agent} axis="phase" />
    </button>
  )
}

function Segment({ agent, axis, isOpen, onOpen }: SegmentProps & { axis: (typeof badgeAxes)[number] }) {
  const value = agent.posture[axis]
  const { name, what } = wordsFor(axis)
  const named = axis === "modelMode" ? namedModelWords(agent) : ""
  const letter = letterOf(value)
  return (
    <button
      type="button"
      className={`segment-button tint-${axis === "modelMode" ? "quiet" : tintOf(value)} ${letter === null ? "never-short" : ""} value-${value}`}
      data-axis={axis}
      aria-label={`${name}: ${value}${pendingWords(agent, axis)}${named}`}
      title={`${name}: ${value}, ${what[value]}${named}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <span className="segment-word">{shownValue(value)}</span>
      {letter !== null && <span className="segment-letter">{letter}</span>}
      <Pending agent={agent} axis={axis} />
    </button>
  )
}
