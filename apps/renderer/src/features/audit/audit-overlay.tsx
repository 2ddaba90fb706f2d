// Owns: the audit log over everything else; the chat below it stays joined.

import type { AgentId } from "@kibitz/contract"
import type { Places } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { Dialog } from "../../kernel/ui/dialog.tsx"
import { goToChat } from "../../kernel/ways/go-to-chat.ts"
import { AuditView } from "./audit-view.tsx"

export function AuditOverlay({ text, onClose }: { text: string; onClose(): void }) {
  const session = useSession<Places>()
  const go = (agentId: AgentId) => {
    onClose()
    goToChat(session, agentId)
  }
  return (
    <Dialog title="Audit" testId="audit" className="audit" onClose={onClose}>
      <AuditView text={text} onGo={go} />
    </Dialog>
  )
}
