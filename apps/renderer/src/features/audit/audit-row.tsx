// Owns: one entry of the log: its line, and what opens below it.
import type { AgentId, AuditEntry, CallId } from "@kibitz/contract"
import { nameOf } from "../../kernel/agents/agent-names.ts"
import { CopyButton } from "../../kernel/markdown/code-block.tsx"
import { visibleText } from "../../kernel/markdown/visible.ts"
import { useWorld } from "../../kernel/session/session-context.ts"
import { formatExactTime } from "../../kernel/ui/clock.ts"
import { axesShort, factsOf, whatOf, whoOf } from "./audit-copy.ts"

type AuditRowProps = {
  entry: AuditEntry
  isOpen: boolean
  /** The one the keys are on; all others are reached from it. */
  isCurrent: boolean
  onToggle(): void
  onGo(agentId: AgentId): void
  onCall(callId: CallId): void
}

export function AuditRow({ entry, isOpen, isCurrent, onToggle, onGo, onCall }: AuditRowProps) {
  const agent = useWorld(({ world }) => (entry.agentId && world ? nameOf(world, entry.agentId) : ""))
  return (
    <div className="audit-row">
      <button
        type="button"
        className="audit-line"
        aria-expanded={isOpen}
        tabIndex={isCurrent ? 0 : -1}
        data-entry={entry.entry}
        onClick={onToggle}
      >
        <time className="audit-time" dateTime={entry.at}>
          {formatExactTime(entry.at)}
        </time>
        <span className="audit-who">{whoOf(entry)}</span>
        <bdi className="audit-agent">{agent}</bdi>
        <span className="audit-what">{whatOf(entry)}</span>
        <span className="audit-axes">{entry.posture && axesShort(entry.posture)}</span>
        <span className="audit-phase">{entry.posture?.phase}</span>
      </button>
      {isOpen && <AuditDetail entry={entry} agent={agent} onGo={onGo} onCall={onCall} />}
    </div>
  )
}

type AuditDetailProps = Pick<AuditRowProps, "entry" | "onGo" | "onCall"> & { agent: string }

function AuditDetail({ entry, agent, onGo, onCall }: AuditDetailProps) {
  const json = JSON.stringify(entry, null, 2)
  const { agentId, callId } = entry
  return (
    <div className="audit-detail">
      <dl>
        {factsOf(entry).map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="field-line">
        {agentId && (
          <button type="button" className="button" onClick={() => onGo(agentId)}>
            Go to {agent || agentId}
          </button>
        )}
        {callId && (
          <button type="button" className="button" onClick={() => onCall(callId)}>
            All about this call
          </button>
        )}
      </div>
      <div className="call-part">
        <header>
          <span>Entry {entry.entry}</span>
          <CopyButton text={json} label="Copy JSON" />
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre className="call-text" tabIndex={0} dir="ltr">
          {visibleText(json)}
        </pre>
      </div>
    </div>
  )
}
