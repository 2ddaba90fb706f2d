import type { AgentId } from "@kibitz/contract"
import { goToChat } from "../agents/go-to-chat.ts"
import { useSession, useView } from "../app/session-context.ts"
import { paneOf } from "../view/view.ts"
import { Action } from "./card-parts.tsx"

/** Only where it leads somewhere else. */
export function OpenChat({ agentId, label = "Open chat" }: { agentId: AgentId; label?: string }) {
  const session = useSession()
  const isOpen = useView((view) => paneOf(view, agentId) !== undefined)
  if (isOpen) return null
  return (
    <Action tone="quiet" isWay onAct={() => goToChat(session, agentId)}>
      {label}
    </Action>
  )
}
