import type { AgentId } from "@kibitz/contract"
import type { Places } from "../../../kernel/session/offers.ts"
import { useSession, useView } from "../../../kernel/session/session-context.ts"
import { paneOf } from "../../../kernel/view/view.ts"
import { goToChat } from "../../../kernel/ways/go-to-chat.ts"
import { Action } from "./card-parts.tsx"

/** Only where it leads somewhere else. */
export function OpenChat({ agentId, label = "Open chat" }: { agentId: AgentId; label?: string }) {
  const session = useSession<Places>()
  const isOpen = useView((view) => paneOf(view, agentId) !== undefined)
  if (isOpen) return null
  return (
    <Action tone="quiet" isWay onAct={() => goToChat(session, agentId)}>
      {label}
    </Action>
  )
}
