// Owns: the offer to leave a chat in which nothing has happened for a while, so that its agent can carry on (C6). It never leaves by itself.

import type { Agent } from "@kibitz/contract"
import { useEffect, useState } from "react"
import type { Places } from "../../../kernel/session/offers.ts"
import { useAgent, useAgentId, useSession } from "../../../kernel/session/session-context.ts"
import { paneOf } from "../../../kernel/view/view.ts"
import { IDLE_MS, watchWindow } from "./idle.ts"
import "./idle-chip.css"

/** It waits only because the user is there, and has something to go on with (C8). */
export function wouldCarryOn(agent: Pick<Agent, "turn" | "standing" | "assignment" | "addressed" | "items">): boolean {
  const { turn, standing, assignment, addressed, items } = agent
  return turn === null && standing.kind === "open" && (assignment !== null || addressed) && items.length === 0
}

export function IdleChip({ agent }: { agent: string }) {
  const { go } = useSession<Places>()
  const agentId = useAgentId()
  const waits = useAgent(agentId, wouldCarryOn) === true
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!waits) return setIdle(false)
    return watchWindow(IDLE_MS, () => setIdle(true))
  }, [waits])
  if (!isIdle || !waits) return null
  const leave = () => {
    const pane = paneOf(go.view.getState(), agentId)
    if (!pane) return
    go.focusPane(pane.name)
    go.zoomOut()
  }
  return (
    <p className="idle-chip" data-testid="idle-chip" role="status">
      <span>
        <bdi>{agent}</bdi> waits while you are here. Leave so it can carry on?
      </span>
      <button type="button" className="button button-small" onClick={leave}>
        Leave
      </button>
      <button type="button" className="button button-small button-quiet" onClick={() => setIdle(false)}>
        Stay
      </button>
    </p>
  )
}
