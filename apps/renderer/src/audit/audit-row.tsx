import type { AuditEntry } from "@kibitz/contract"
import { nameOf } from "../agents/agent-names.ts"
import { useWorld } from "../app/session-context.ts"
import { CopyButton } from "../markdown/code-block.tsx"
import { visibleText } from "../markdown/visible.ts"
import { formatTime } from "../ui/clock.ts"
import { axesOf, whatOf, whoOf } from "./audit-copy.ts"

export function AuditRow({ entry, isOpen, onToggle }: { entry: AuditEntry; isOpen: boolean; onToggle(): void }) {
  const agent = useWorld(({ world }) => (entry.agentId && world ? nameOf(world, entry.agentId) : ""))
  return (
    <li className="audit-row">
      <button type="button" className="audit-line" aria-expanded={isOpen} onClick={onToggle}>
        <time dateTime={entry.at}>{formatTime(entry.at)}</time>
        <span className="audit-who">{whoOf(entry)}</span>
        <span className="audit-agent">{agent}</span>
        <span className="audit-what">{whatOf(entry)}</span>
        <span className="audit-rule">{entry.rule}</span>
      </button>
      {isOpen && <AuditDetail entry={entry} />}
    </li>
  )
}

function AuditDetail({ entry }: { entry: AuditEntry }) {
  const json = JSON.stringify(entry, null, 2)
  return (
    <div className="audit-detail">
      {entry.because !== "" && <p>{visibleText(entry.because)}</p>}
      {entry.posture && <p className="why-axes">{axesOf(entry.posture)}</p>}
      <div className="call-part">
        <header>
          <span>Entry {entry.entry}</span>
          <CopyButton text={json} label="Copy entry" />
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre className="call-text" tabIndex={0} dir="ltr">
          {visibleText(json)}
        </pre>
      </div>
    </div>
  )
}
