// Owns: holding everybody at once, and letting them go on from where they were (Shift+F9).

import { jakeId } from "@kibitz/contract"
import { Pause, Play } from "lucide-react"
import { heldCount, isAnybodyActive } from "../../kernel/agents/hold-state.ts"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import { useShownKey } from "../../kernel/keyboard/use-keys.ts"
import type { Asks } from "../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../kernel/session/session-context.ts"
import { useCounted } from "./use-counted.ts"

export function Hold() {
  const session = useSession<Asks>()
  const isActive = useWorld(({ world }) => world !== null && isAnybodyActive(world))
  const held = useCounted(heldCount, 0, Object.is)
  const key = useShownKey("hold-all")
  const withKey = key === "" ? "" : ` (${key})`
  return (
    <span className="hold">
      {held > 0 && (
        <ChangeButton
          className="status-button status-held"
          data-testid="go-on-all"
          aria-label={`Go on (${held} held)`}
          title={`Let those who are held go on${isActive ? "" : withKey}`}
          onClick={() => void session.ask({ type: "agent.resume", agentId: jakeId, scope: "all" })}
        >
          <Play size="0.75rem" aria-hidden fill="currentColor" />
          <span>
            <span className="held-word">Go on (</span>
            {held}
            <span className="held-word"> held)</span>
          </span>
        </ChangeButton>
      )}
      {(isActive || held === 0) && (
        <ChangeButton
          className="status-button"
          data-testid="hold-all"
          aria-label="Hold all"
          disabled={!isActive}
          title={isActive ? `Hold everybody; nothing is lost${withKey}` : "Nobody works right now"}
          onClick={() => void session.ask({ type: "agent.halt", agentId: jakeId, how: "pause", scope: "all" })}
        >
          <Pause size="0.75rem" aria-hidden fill="currentColor" /> <span className="hold-word">Hold all</span>
        </ChangeButton>
      )}
    </span>
  )
}
