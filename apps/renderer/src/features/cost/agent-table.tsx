// Owns: the agents and what each has spent: sortable by every column, drawn only where it is seen, so that ten thousand are no more work than ten.
import type { AgentId } from "@kibitz/contract"
import { ArrowDown, ArrowUp } from "lucide-react"
import { useMemo, useRef, useState } from "react"
import { Virtualizer } from "virtua"
import { useBarBeside } from "../../kernel/ui/bar-beside.ts"
import { formatCount, formatShort } from "../../kernel/ui/numbers.ts"
import { money } from "../../kernel/words/attention-copy.ts"
import { type AgentSpending, inOrder, type Measure, type Sort, type SortKey, sortedBy } from "./spending.ts"

type Amount = Exclude<SortKey, "name">
type Column = { readonly key: SortKey; readonly name: string; readonly title: string }

/** The same columns for money and for tokens. */
const columnsOf: Readonly<Record<Measure, readonly [Column, Column, Column, Column, Column]>> = {
  money: columnsBy("Money", "recentUsd", "recentTeamUsd", "ownUsd", "teamUsd"),
  tokens: columnsBy("Tokens", "recentTokens", "recentTeamTokens", "ownTokens", "teamTokens"),
}

function columnsBy(name: string, own: Amount, team: Amount, ever: Amount, everTeam: Amount) {
  return [
    { key: "name", name: "Agent", title: "By name" },
    { key: own, name, title: "Its own, in the time chosen above" },
    { key: team, name: "With team", title: "With all below it, in the time chosen above" },
    { key: ever, name: "Ever", title: "Its own, since it came to be" },
    { key: everTeam, name: "Ever, with team", title: "With all below it, since it came to be" },
  ] as const
}

type AgentTableProps = { rows: readonly AgentSpending[]; measure: Measure; onGo(agentId: AgentId): void }

export function AgentTable({ rows, measure, onGo }: AgentTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useBarBeside(scroller)
  const columns = columnsOf[measure]
  const own = measure === "money" ? "recentUsd" : "recentTokens"
  // Until the user says otherwise, the longest bar is on top.
  const [chosen, setSort] = useState<Sort | null>(null)
  const isShown = chosen !== null && columns.some(({ key }) => key === chosen.by)
  const sort = useMemo<Sort>(() => (isShown && chosen ? chosen : { by: own, isUp: false }), [isShown, chosen, own])
  const sorted = useMemo(() => inOrder(rows, sort), [rows, sort])
  const largest = useMemo(() => rows.reduce((most, row) => Math.max(most, row[own]), 0), [rows, own])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a real table cannot leave out the rows that are not seen
    <div className="cost-agents" role="table" aria-label="Spent by agent" aria-rowcount={rows.length + 1}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a row is not operated; its header buttons are */}
      <div className="cost-row cost-head" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <ColumnHead key={column.key} column={column} sort={sort} onSort={() => setSort(sortedBy(sort, column.key))} />
        ))}
      </div>
      <div ref={scroller} className="cost-scroll">
        <Virtualizer>
          {sorted.map((row, index) => (
            <AgentRow
              key={row.agentId}
              row={row}
              at={index + 2}
              share={largest === 0 ? 0 : row[own] / largest}
              measure={measure}
              onGo={onGo}
            />
          ))}
        </Virtualizer>
      </div>
    </div>
  )
}

function ColumnHead({ column, sort, onSort }: { column: Column; sort: Sort; onSort(): void }) {
  const isSorted = sort.by === column.key
  const Arrow = sort.isUp ? ArrowUp : ArrowDown
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the table above
    // biome-ignore lint/a11y/useFocusableInteractive: its button is
    <div role="columnheader" aria-sort={isSorted ? (sort.isUp ? "ascending" : "descending") : "none"}>
      <button type="button" className="cost-sort" title={column.title} onClick={onSort}>
        {column.name}
        {isSorted && <Arrow size="0.75rem" aria-hidden />}
      </button>
    </div>
  )
}

type AgentRowProps = {
  row: AgentSpending
  at: number
  /** Of the one that has spent most, 0 to 1. */
  share: number
  measure: Measure
  onGo(agentId: AgentId): void
}

function AgentRow({ row, at, share, measure, onGo }: AgentRowProps) {
  const [, own, ...others] = columnsOf[measure]
  const show = (key: Column["key"]) => (measure === "money" ? money(Number(row[key])) : formatShort(Number(row[key])))
  const inFull = (key: Column["key"]) => (measure === "money" ? undefined : formatCount(Number(row[key])))
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the table above
    // biome-ignore lint/a11y/useFocusableInteractive: its button is
    <div className="cost-row" role="row" aria-rowindex={at}>
      {/* biome-ignore lint/a11y/useSemanticElements: part of the table above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button is */}
      <span role="rowheader" className="cost-name">
        <button type="button" className="cost-go" onClick={() => onGo(row.agentId)}>
          <bdi>{row.name}</bdi>
        </button>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: part of the table above */}
      <span role="cell" className="cost-share" title={inFull(own.key)}>
        {share > 0 && <span className="cost-share-bar" style={{ inlineSize: `calc(${share} * (100% - 3.5rem))` }} />}
        <span className="cost-share-amount">{show(own.key)}</span>
      </span>
      {others.map(({ key }) => (
        <Cell key={key} title={inFull(key)}>
          {show(key)}
        </Cell>
      ))}
    </div>
  )
}

function Cell({ children, title }: { children: string; title: string | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the table above
    <span role="cell" title={title}>
      {children}
    </span>
  )
}
