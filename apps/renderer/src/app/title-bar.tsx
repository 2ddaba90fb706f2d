import { jakeId } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { type Glyph, StatusGlyph } from "../ui/status-glyph.tsx"
import { projectName } from "./project-name.ts"
import { useAgent, useWorld } from "./session-context.ts"

const glyphs = { waiting: "idle", working: "working", paused: "failed", failed: "failed" } as const satisfies Record<
  string,
  Glyph
>

export function TitleBar() {
  const name = useAgent(jakeId, (agent) => agent.name) ?? "Jake"
  const status = useAgent(jakeId, agentStatus) ?? "waiting"
  const workspace = useWorld((state) => state.app?.workspace)
  return (
    <header className="title-bar" data-region="title">
      <span className="title-mark">Kibitz</span>
      <nav aria-label="Agents" className="tabs">
        <button
          type="button"
          className="tab"
          aria-current="page"
          data-testid="tab-jake"
          onClick={() => document.querySelector<HTMLElement>("[data-region=composer]")?.focus()}
        >
          <StatusGlyph status={glyphs[status]} label />
          {name}
        </button>
      </nav>
      {workspace !== undefined && (
        <span className="title-project" title={workspace}>
          <bdi>{projectName(workspace)}</bdi>
        </span>
      )}
    </header>
  )
}
