// Owns: going to another agent: all of them as a tree with their state. Arrows look, Enter opens (ux 7.2, 7.14).
import type { AgentId } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { type KeyboardEvent, useMemo, useRef, useState } from "react"
import { useScreen, useSession, useWorld } from "../app/session-context.ts"
import { Dialog } from "../ui/dialog.tsx"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import "./agents.css"
import { goToChat } from "./go-to-chat.ts"
import { statusGlyphs } from "./status-glyphs.ts"
import { byLetter, type TreeRow, treeRows } from "./tree.ts"

export function AgentSwitcher({ onClose }: { onClose(): void }) {
  const session = useSession()
  const world = useWorld((state) => state.world)
  const rows = useMemo(() => (world ? treeRows(world) : []), [world])
  const current = useScreen((state) => state.agentId)
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<AgentId>(current)
  const index = Math.max(
    0,
    rows.findIndex(({ agent }) => agent.id === at),
  )

  const open = (agentId: AgentId) => goToChat(session, agentId)

  function goTo(next: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, next))]
    if (!row) return
    setAt(row.agent.id)
    list.current?.querySelector<HTMLElement>(`[data-agent="${row.agent.id}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = destination(event.key, index, rows)
    if (next !== null) goTo(next)
    else if (event.key === "Enter" || event.key === " ") open(at)
    else return
    event.preventDefault()
  }

  return (
    <Dialog title="Agents" testId="agents" className="agents" onClose={onClose}>
      <div ref={list} role="tree" aria-label="Agents" className="agent-tree" onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <AgentRow key={row.agent.id} row={row} isHere={row.agent.id === current} isAt={row.agent.id === at} onOpen={open} />
        ))}
      </div>
    </Dialog>
  )
}

function destination(key: string, at: number, rows: readonly TreeRow[]): number | null {
  switch (key) {
    case "ArrowDown":
      return at + 1
    case "ArrowUp":
      return at - 1
    case "Home":
      return 0
    case "End":
      return rows.length - 1
    case "ArrowLeft": {
      const parent = rows[at]?.agent.parentId
      return parent ? rows.findIndex(({ agent }) => agent.id === parent) : at
    }
    case "ArrowRight": {
      const child = rows[at]?.agent.childIds[0]
      return child ? rows.findIndex(({ agent }) => agent.id === child) : at
    }
    default:
      return /^\p{L}$/u.test(key) ? byLetter(rows, at, key) : null
  }
}

type AgentRowProps = { row: TreeRow; isHere: boolean; isAt: boolean; onOpen(agentId: AgentId): void }

function AgentRow({ row: { agent, level, position, siblings, needsYou }, isHere, isAt, onOpen }: AgentRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isHere}
      tabIndex={isAt ? 0 : -1}
      data-agent={agent.id}
      data-first-focus={isAt ? "page" : undefined}
      className="agent-row"
      style={{ paddingInlineStart: `${(Math.min(level, 12) - 1) * 1.25 + 0.75}rem` }}
      onClick={() => onOpen(agent.id)}
    >
      <StatusGlyph status={needsYou > 0 ? "needs-you" : statusGlyphs[agentStatus(agent)]} label />
      <bdi className="agent-name">{agent.name}</bdi>
      {isHere && <span className="agent-here">you are here</span>}
      <span className="agent-doing">{agent.progress?.note ?? agent.assignment ?? ""}</span>
      {needsYou > 0 && <span className="agent-needs">{needsYou === 1 ? "1 for you" : `${needsYou} for you`}</span>}
    </div>
  )
}
