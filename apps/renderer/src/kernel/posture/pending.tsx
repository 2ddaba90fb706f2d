import type { Agent, SteerableAxis } from "@kibitz/contract"
import { Clock } from "lucide-react"
import { scopeWords } from "./axes.ts"

/** A change that waits for its moment: "→ review ⏱ after this unit". */
export function Pending({ agent, axis }: { agent: Pick<Agent, "pendingSteers">; axis: SteerableAxis }) {
  const steer = agent.pendingSteers.find((one) => one.axis === axis)
  if (!steer) return null
  return (
    <span className="pending" title={`${steer.to} ${scopeWords[steer.scope]}`}>
      → {steer.to} <Clock size="0.6875rem" aria-hidden /> <span className="pending-when">{scopeWords[steer.scope]}</span>
    </span>
  )
}
