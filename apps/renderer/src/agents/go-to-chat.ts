import type { AgentId } from "@kibitz/contract"
import type { Session } from "../app/session.ts"

/** Opens this agent's chat and goes to where one writes, also when it is the one that is open. */
export function goToChat(session: Session, agentId: AgentId): void {
  session.open(agentId)
  // After what was pressed has given the focus back to where it came from, which may be gone.
  setTimeout(() => document.querySelector<HTMLElement>("[data-region=composer]")?.focus())
}
