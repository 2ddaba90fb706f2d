// Owns: the one line under the badge that says which phase this work usually wants. It never switches anything by itself (AXS-3).

import type { AgentId } from "@kibitz/contract"
import { suggestion } from "@kibitz/domain"
import { X } from "lucide-react"
import { useState } from "react"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import type { Remarks } from "../../kernel/session/offers.ts"
import { useAgent, useSession } from "../../kernel/session/session-context.ts"
import { type RunsSlash, runSlash } from "../../kernel/slash/use-slash.ts"
import "./posture-panel.css"

export function SuggestionLine({ agentId }: { agentId: AgentId }) {
  const session = useSession<RunsSlash & Remarks>()
  const posture = useAgent(agentId, (agent) => agent.posture)
  const [dismissed, dismiss] = useState<string | null>(null)
  const advice = posture ? suggestion(posture) : null
  const key = `${agentId} ${advice?.text}`
  if (!advice || dismissed === key) return null
  const follow = async () => session.remark(await runSlash(session, agentId, advice.line))
  return (
    <div className="suggestion-line" data-testid="suggestion" role="status">
      <span>{advice.text}</span>
      <ChangeButton className="suggestion-do" onClick={() => void follow()}>
        {advice.line}
      </ChangeButton>
      <span>to switch.</span>
      <button type="button" className="icon-button" aria-label="Dismiss" title="Dismiss" onClick={() => dismiss(key)}>
        <X size="0.8125rem" aria-hidden />
      </button>
    </div>
  )
}
