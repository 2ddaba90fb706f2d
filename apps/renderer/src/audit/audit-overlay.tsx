// Owns: the audit log as a list: newest first, by agent, kind and text, page by page. Nothing in it can be changed.
import { type AgentId, type AuditEntry, AuditKind } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import { useMemo, useState } from "react"
import { useWorld } from "../app/session-context.ts"
import { Dialog } from "../ui/dialog.tsx"
import "./audit.css"
import { kindNames, matches } from "./audit-copy.ts"
import { AuditRow } from "./audit-row.tsx"
import { ExportAudit } from "./export-audit.tsx"
import { useAuditList } from "./use-audit-list.ts"

export function AuditOverlay({ text: wanted, onClose }: { text: string; onClose(): void }) {
  const world = useWorld((state) => state.world)
  const agents = useMemo(() => (world ? allAgents(world) : []), [world])
  const [text, setText] = useState(wanted)
  const [agentId, setAgentId] = useState<AgentId | null>(null)
  const [kind, setKind] = useState<AuditKind | null>(null)
  const list = useAuditList(agentId, kind)
  const shown = list.entries.filter((entry) => matches(entry, text, world))
  return (
    <Dialog title="Audit" testId="audit" className="audit" onClose={onClose}>
      <div className="audit-filters">
        <input
          className="field"
          type="search"
          aria-label="Filter by text"
          placeholder="Filter by text"
          value={text}
          data-first-focus="field"
          onChange={(event) => setText(event.target.value)}
        />
        <select
          className="field"
          aria-label="Agent"
          value={agentId ?? ""}
          onChange={(event) => setAgentId(event.target.value === "" ? null : (event.target.value as AgentId))}
        >
          <option value="">Every agent</option>
          {agents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="field"
          aria-label="Kind"
          value={kind ?? ""}
          onChange={(event) => setKind(AuditKind.safeParse(event.target.value).data ?? null)}
        >
          <option value="">Everything</option>
          {AuditKind.options.map((option) => (
            <option key={option} value={option}>
              {kindNames[option]}
            </option>
          ))}
        </select>
        <button type="button" className="button" onClick={list.refresh}>
          Refresh
        </button>
      </div>
      <AuditTable entries={shown} />
      <footer className="audit-foot">
        <AuditEnd list={list} shown={shown.length} text={text} />
        <span className="status-gap" />
        <ExportAudit />
      </footer>
    </Dialog>
  )
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="audit-scroller" aria-label="Entries, newest first" tabIndex={0}>
      <ul className="audit-list">
        {entries.map((entry) => (
          <AuditRow
            key={entry.entry}
            entry={entry}
            isOpen={opened === entry.entry}
            onToggle={() => setOpened((now) => (now === entry.entry ? null : entry.entry))}
          />
        ))}
      </ul>
    </section>
  )
}

type EndProps = { list: ReturnType<typeof useAuditList>; shown: number; text: string }

function AuditEnd({ list, shown, text }: EndProps) {
  if (list.problem !== null) {
    return (
      <span className="failed-text" role="alert">
        {list.problem}
      </span>
    )
  }
  const none =
    text.trim() === "" ? "Nothing has been recorded yet." : `No match for “${text.trim()}” in ${list.entries.length} entries.`
  return (
    <>
      <span className="faint" role="status">
        {list.isLoading ? "Reading…" : shown === 0 ? none : `${shown} shown`}
      </span>
      {list.hasOlder && (
        <button type="button" className="button" disabled={list.isLoading} onClick={list.loadOlder}>
          Load older
        </button>
      )}
    </>
  )
}
