// Owns: the audit log: newest first, narrowed as one likes, read further back by itself. Nothing in it can be changed.
import type { AgentId, AuditEntry } from "@kibitz/contract"
import { useCallback, useEffect, useMemo, useState } from "react"
import { useShape } from "../../kernel/agents/shape.ts"
import { Loading } from "../../kernel/ui/loading.tsx"
import { formatCount } from "../../kernel/ui/numbers.ts"
import "./audit.css"
import { ExportAudit } from "../../kernel/audit/export-audit.tsx"
import { matches } from "./audit-copy.ts"
import { AuditFilters, type AuditWish, everything, filterOf, isNarrow } from "./audit-filters.tsx"
import { isAbout, readQuery } from "./audit-query.ts"
import { AuditTable } from "./audit-table.tsx"
import { type AuditList, useAuditList } from "./use-audit-list.ts"

/** So many that the list is full: a text that is rare is looked for further back by itself until then. */
const ENOUGH = 60

export function AuditView({ text = "", onGo }: { text?: string; onGo(agentId: AgentId): void }) {
  const world = useShape()
  const [typed, setWish] = useState<AuditWish>({ ...everything, text })
  const { wish, axis } = readQuery(typed, world)
  const { agentId, kind, since, callId } = wish
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is looked for on this side; what is typed must not ask anew
  const filter = useMemo(() => filterOf(wish, Temporal.Now.zonedDateTimeISO()), [agentId, kind, since, callId])
  const list = useAuditList(filter)
  const keeps = useCallback(
    (entry: AuditEntry) => isAbout(entry, axis) && matches(entry, wish.text, world),
    [axis, wish.text, world],
  )
  const shown = useMemo(() => list.entries.filter(keeps), [list.entries, keeps])
  const wantsMore = list.hasOlder && !list.isLoading && list.problem === null && shown.length < ENOUGH
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time that more is wanted
  useEffect(() => {
    if (wantsMore) list.loadOlder()
  }, [wantsMore, list.entries.length])
  return (
    <div className="audit-view">
      <AuditFilters wish={typed} read={wish} onWish={setWish} onRefresh={list.refresh} />
      {list.entries.length === 0 && list.isLoading ? (
        <Loading reason="Reading the audit log." wayOut={{ name: "Ask again", run: list.refresh }} lines={8} />
      ) : (
        <AuditTable
          entries={shown}
          none={list.isLoading || list.problem !== null ? null : noneWords(list, typed)}
          onGo={onGo}
          onCall={(one) => setWish({ ...everything, callId: one })}
          onEnd={list.loadOlder}
        />
      )}
      <footer className="audit-foot">
        <AuditEnd list={list} shown={shown.length} />
        <span className="status-gap" />
        <ExportAudit filter={filter} keeps={keeps} />
      </footer>
    </div>
  )
}

type EndProps = { list: AuditList; shown: number }

function AuditEnd({ list, shown }: EndProps) {
  if (list.problem !== null) {
    return (
      <>
        <span className="failed-text" role="alert">
          The log could not be read: {list.problem}
        </span>
        <button type="button" className="button" onClick={list.refresh}>
          Try again
        </button>
      </>
    )
  }
  return (
    <span className="faint" role="status">
      {endWords(list, shown)}
    </span>
  )
}

function endWords(list: AuditList, shown: number): string {
  const read = formatCount(list.entries.length)
  if (list.isLoading) return list.entries.length === 0 ? "" : `Reading further back, ${read} so far…`
  return `${formatCount(shown)} shown${list.hasOlder ? ", older ones below" : ""}`
}

/** In place of lines, when there are none. */
function noneWords({ entries }: AuditList, wish: AuditWish): string {
  const text = wish.text.trim()
  if (text === "") return isNarrow(wish) ? "Nothing was recorded that fits these filters." : "Nothing has been recorded yet."
  const among = entries.length === 0 ? "" : ` in ${formatCount(entries.length)} entries`
  return `No match for '${text}'${among}. Esc clears the filter.`
}
