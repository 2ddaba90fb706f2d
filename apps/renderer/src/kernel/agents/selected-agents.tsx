// Owns: what can be done to several agents at once, the same from the map and from the tree (ux 7.1).

import type { AgentId, ClientCommandInput } from "@kibitz/contract"
import { Pause, Play, X } from "lucide-react"
import type { ReactNode } from "react"
import type { Asks, Remarks } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"
import "./agents.css"
import { ChangeButton } from "../controls/change-button.tsx"

type SelectedAgentsProps = {
  ids: readonly AgentId[]
  testId: string
  /** What only this place can do with them. */
  children?: ReactNode
  onClear(): void
}

export function SelectedAgents({ ids, testId, children, onClear }: SelectedAgentsProps) {
  const session = useSession<Asks & Remarks>()
  const each = async (command: (agentId: AgentId) => ClientCommandInput) => {
    const outcomes = await Promise.all(ids.map((agentId) => session.askQuietly(command(agentId))))
    const refused = outcomes.filter(({ accepted }) => !accepted).length
    if (refused > 0)
      session.remark(`${ids.length - refused} of ${ids.length}: the others had nothing to hold or go on with.`, "quiet")
  }
  return (
    <fieldset className="selected-agents" data-testid={testId} aria-label={`${ids.length} selected`}>
      <span className="selected-count" role="status">
        {ids.length} selected
      </span>
      {children}
      <ChangeButton
        className="button button-small"
        onClick={() => void each((agentId) => ({ type: "agent.halt", agentId, how: "pause", scope: "one" }))}
      >
        <Pause size="0.75rem" aria-hidden /> Pause
      </ChangeButton>
      <ChangeButton
        className="button button-small"
        onClick={() => void each((agentId) => ({ type: "agent.resume", agentId, scope: "one" }))}
      >
        <Play size="0.75rem" aria-hidden /> Go on
      </ChangeButton>
      <button
        type="button"
        className="icon-button"
        aria-label="Clear the selection"
        title="Clear the selection (Esc)"
        onClick={onClear}
      >
        <X size="0.875rem" aria-hidden />
      </button>
    </fieldset>
  )
}
