// Owns: a posture to look at, where it cannot be changed: in the head of a card or a pane. As letters where there is no room, except for the words
// that must never be overlooked (ux 5.3).
import type { Agent, AgentId } from "@kibitz/contract"
import { isPhaseSpelled } from "@kibitz/domain"
import { Lock, LockOpen } from "lucide-react"
import { useAgent } from "../session/session-context.ts"
import { badgeAxes, letterOf, pendingWords, shownValue, tintOf } from "./axes.ts"
import { badgeState } from "./badge-state.ts"
import { Pending } from "./pending.tsx"
import "./posture.css"

type Faced = Pick<Agent, "posture" | "pendingSteers">

/** `isPhaseNamed`: where there is room for it, the phase is a word beside its lock. */
export function PostureFace({ agentId, isPhaseNamed = false }: { agentId: AgentId; isPhaseNamed?: boolean }) {
  // Only what it shows: a line of the task list has one, and its agent works.
  const name = useAgent(agentId, (agent) => agent.name)
  const posture = useAgent(agentId, (agent) => agent.posture)
  const pendingSteers = useAgent(agentId, (agent) => agent.pendingSteers)
  const isPaused = useAgent(agentId, (agent) => badgeState(agent).isPaused) === true
  if (!posture || !pendingSteers) return null
  const agent = { posture, pendingSteers }
  const { phase } = agent.posture
  const Icon = phase === "planning" ? Lock : LockOpen
  const shown = (["phase", ...badgeAxes] as const).map((axis) => `${agent.posture[axis]}${pendingWords(agent, axis)}`)
  const words = [...(isPaused ? ["paused"] : []), ...shown].join(", ")
  return (
    <span className={`face ${isPaused ? "face-paused" : ""}`} data-testid="posture-face" title={`${name}: ${words}`}>
      <span className="visually-hidden">Posture: {words}</span>
      <span className="face-axes" aria-hidden>
        {isPaused && <span className="badge-pause" />}
        {badgeAxes.map((axis) => (
          <FaceSegment key={axis} agent={agent} axis={axis} />
        ))}
      </span>
      <span className={`face-phase phase-${phase}`} aria-hidden>
        <Icon size="0.75rem" />
        {(isPhaseNamed || isPhaseSpelled(agent.posture)) && phase}
        <Pending agent={agent} axis="phase" />
      </span>
    </span>
  )
}

function FaceSegment({ agent, axis }: { agent: Faced; axis: (typeof badgeAxes)[number] }) {
  const value = agent.posture[axis]
  const letter = letterOf(value)
  const tint = axis === "modelMode" ? "quiet" : tintOf(value)
  return (
    <span className={`face-segment tint-${tint} value-${value} ${letter === null ? "never-short" : ""}`}>
      <span className="segment-word">{shownValue(value)}</span>
      {letter !== null && <span className="segment-letter">{letter}</span>}
      <Pending agent={agent} axis={axis} />
    </span>
  )
}
