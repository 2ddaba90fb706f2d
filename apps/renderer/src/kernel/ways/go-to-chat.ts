import type { AgentId, JoinCause } from "@kibitz/contract"
import type { Places } from "../session/offers.ts"

/** Opens this agent's chat, which joins it, and goes to where one writes, also when it is the one that is open. */
export function goToChat(session: Pick<Places, "open">, agentId: AgentId, cause: JoinCause = "navigate"): void {
  session.open(agentId, cause)
  // After what was pressed has given the focus back to where it came from, which may be gone.
  setTimeout(() =>
    document.querySelector<HTMLElement>(`[data-testid="chat-${CSS.escape(agentId)}"] [data-region=composer]`)?.focus(),
  )
}
