// Owns: what the log is narrowed by: text, agent, kind, how far back, and one call.
import { type AgentId, type AuditFilter, AuditKind, type CallId } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import { X } from "lucide-react"
import { useMemo } from "react"
import { useShape } from "../../kernel/agents/shape.ts"
import { kindNames } from "./audit-copy.ts"
import { momentOf, type Since, sinceNames } from "./audit-since.ts"

export type AuditWish = {
  readonly text: string
  readonly agentId: AgentId | null
  readonly kind: AuditKind | null
  readonly since: Since
  readonly callId: CallId | null
}

export const everything: AuditWish = { text: "", agentId: null, kind: null, since: "ever", callId: null }

/** What the host narrows by; the text is looked for on this side. */
export function filterOf({ agentId, kind, since, callId }: AuditWish, now: Temporal.ZonedDateTime): AuditFilter {
  const from = momentOf(since, now)
  return {
    ...(agentId === null ? {} : { agentId }),
    ...(kind === null ? {} : { kind }),
    ...(callId === null ? {} : { callId }),
    ...(from === undefined ? {} : { since: from }),
  }
}

export function isNarrow(wish: AuditWish): boolean {
  return wish.text.trim() !== "" || wish.agentId !== null || wish.kind !== null || wish.callId !== null || wish.since !== "ever"
}

type AuditFiltersProps = {
  /** As typed and chosen. */
  wish: AuditWish
  /** What it comes to, with the words that were typed. */
  read: AuditWish
  onWish(wish: AuditWish): void
  onRefresh(): void
}

export function AuditFilters({ wish, read, onWish, onRefresh }: AuditFiltersProps) {
  const change = (part: Partial<AuditWish>) => onWish({ ...wish, ...part })
  /** What is chosen here takes the place of the word that was typed for it. */
  const choose = (part: Partial<AuditWish>, word: RegExp) =>
    change({ ...part, text: wish.text.replace(word, " ").replace(/\s+/gu, " ").trim() })
  return (
    <div className="audit-filters">
      <input
        className="field"
        type="search"
        aria-label="Filter by text"
        placeholder="Filter: words, agent:Ed, axis:permission, since:today"
        value={wish.text}
        data-first-focus="field"
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={(event) => {
          // Esc clears the filter first; only an empty one lets it through.
          if (event.key !== "Escape" || wish.text === "") return
          event.preventDefault()
          event.stopPropagation()
          change({ text: "" })
        }}
      />
      <AgentChoice agentId={read.agentId} onChange={(agentId) => choose({ agentId }, /(^|\s)agent:("[^"]*"|\S+)/giu)} />
      <select
        className="field"
        aria-label="Kind"
        value={read.kind ?? ""}
        onChange={({ target: { value } }) =>
          choose({ kind: AuditKind.safeParse(value).data ?? null }, /(^|\s)(kind|axis):\S+/giu)
        }
      >
        <option value="">Everything</option>
        {AuditKind.options.map((option) => (
          <option key={option} value={option}>
            {kindNames[option]}
          </option>
        ))}
      </select>
      <select
        className="field"
        aria-label="Since"
        value={read.since}
        onChange={({ target }) =>
          choose({ since: sinceNames.find(({ value }) => value === target.value)?.value ?? "ever" }, /(^|\s)since:\S+/giu)
        }
      >
        {sinceNames.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {wish.callId !== null && (
        <button type="button" className="button" onClick={() => change({ callId: null })}>
          One call
          <X size="0.75rem" aria-label="show all calls" />
        </button>
      )}
      <button type="button" className="button" onClick={onRefresh}>
        Refresh
      </button>
    </div>
  )
}

function AgentChoice({ agentId, onChange }: { agentId: AgentId | null; onChange(agentId: AgentId | null): void }) {
  const world = useShape()
  const agents = useMemo(() => (world ? allAgents(world) : []), [world])
  return (
    <select
      className="field"
      aria-label="Agent"
      value={agentId ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : (event.target.value as AgentId))}
    >
      <option value="">Every agent</option>
      {agents.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
