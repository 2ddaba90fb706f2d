// Owns: the bar at the top: whose chat this is and the way to the others, the posture, the project.
import { agentStatus } from "@kibitz/domain"
import { ChevronDown } from "lucide-react"
import { statusGlyphs } from "../agents/status-glyphs.ts"
import { PostureBadge } from "../posture/badge.tsx"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import { projectName } from "./project-name.ts"
import { useAgent, useScreen, useSession, useWorld } from "./session-context.ts"
import { keyHint } from "./shortcuts.ts"

export function TitleBar() {
  const session = useSession()
  const agentId = useScreen((state) => state.agentId)
  const isOpen = useScreen((state) => state.overlay?.kind === "agents")
  const name = useAgent(agentId, (agent) => agent.name) ?? "Jake"
  const status = useAgent(agentId, agentStatus) ?? "waiting"
  const workspace = useWorld((state) => state.app?.workspace)
  return (
    <header className="title-bar" data-region="title">
      <span className="title-mark">Kibitz</span>
      <nav aria-label="Agents" className="tabs">
        <button
          type="button"
          className="tab"
          data-testid="agent-switcher"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          title={`Go to another agent (${keyHint("agents")})`}
          onClick={() => session.show({ kind: "agents" })}
        >
          <StatusGlyph status={statusGlyphs[status]} label />
          <bdi className="tab-name">{name}</bdi>
          <ChevronDown size="0.8125rem" aria-hidden className="tab-more" />
        </button>
      </nav>
      <PostureBadge key={agentId} agentId={agentId} />
      {workspace !== undefined && (
        <span className="title-project" title={workspace}>
          <bdi>{projectName(workspace)}</bdi>
        </span>
      )}
    </header>
  )
}
