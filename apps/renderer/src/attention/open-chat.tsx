import type { AgentId } from "@kibitz/contract"
import { useScreen, useSession } from "../app/session-context.ts"

/** Only where it leads somewhere else. */
export function OpenChat({ agentId }: { agentId: AgentId }) {
  const session = useSession()
  const isOpen = useScreen((state) => state.agentId === agentId)
  if (isOpen) return null
  return (
    <button type="button" className="button button-quiet" onClick={() => session.open(agentId)}>
      Open chat
    </button>
  )
}
