// Owns: the one question whether locking the screen should mean leaving (ux 2.3). It takes no focus and hides nothing, and is asked once.

import type { Asks, Frame } from "../../kernel/session/offers.ts"
import type { ScreenState } from "../../kernel/session/screen-state.ts"
import { useAgent, useScreen, useSession } from "../../kernel/session/session-context.ts"
import "./window.css"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"

export function StandingOffer() {
  const offer = useScreen((state) => state.offer)
  return offer && <Question {...offer} />
}

function Question({ agentId, lockedMs }: NonNullable<ScreenState["offer"]>) {
  const session = useSession<Asks & Frame>()
  const name = useAgent(agentId, (agent) => agent.name) ?? "an agent"
  const putAway = () => session.screen.setState({ offer: null })
  const accept = () => {
    putAway()
    void session.ask({ type: "settings.change", patch: { attention: { leaveWhenLocked: true } } })
  }
  return (
    <aside className="lock-offer" data-testid="lock-offer" aria-live="polite">
      <p>
        <bdi>{name}</bdi> waited for {spanOf(lockedMs)} while the screen was locked. Leave all chats when it locks, so that they
        carry on?
      </p>
      <ChangeButton className="button button-small" onClick={accept}>
        Leave when it locks
      </ChangeButton>
      <button type="button" className="button button-small" onClick={putAway}>
        No
      </button>
    </aside>
  )
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
