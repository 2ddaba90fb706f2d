// Owns: one agent in the tree. It reads its own agent and nothing else, so that another agent's change never draws it anew.
import type { Agent, AgentId } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { ChevronRight } from "lucide-react"
import { type MouseEvent, memo } from "react"
import { doingOf } from "../../kernel/agents/doing.ts"
import { evidenceLine } from "../../kernel/agents/status-copy.ts"
import { needsOf, signOf } from "../../kernel/agents/status-glyphs.ts"
import { tallyParts, tallyWords } from "../../kernel/agents/tally.tsx"
import { Standing } from "../../kernel/agents/told-lines.tsx"
import { plainProse } from "../../kernel/markdown/plain.ts"
import { useAgent, useWorldNow } from "../../kernel/session/session-context.ts"
import { shownNow, useCoarseNow } from "../../kernel/ui/clock.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import type { TreeLine } from "./lines.ts"

/** The same object for as long as the tree is there: a new one would draw every line anew. */
export type RowActions = {
  press(event: MouseEvent, agentId: AgentId): void
  toggle(event: MouseEvent, line: Pick<TreeLine, "id" | "isOpen">): void
  menu(event: MouseEvent, agentId: AgentId): void
}

type TreeRowProps = TreeLine & { isAt: boolean; isChosen: boolean; actions: RowActions }

/** Deeper ones are told apart by their level, not by more room to the left. */
const DEEPEST_INDENT = 9

export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { id, level, position, siblings, isParent, isOpen, isAt, isChosen, actions } = props
  const agent = useAgent(id, (state) => state)
  const world = useWorldNow()()
  const now = useCoarseNow()
  if (!agent || !world) return null
  const status = agentStatus(agent, now)
  const needs = needsOf(world, agent).length
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={isChosen}
      aria-current={agent.presence ? "true" : undefined}
      tabIndex={isAt ? 0 : -1}
      className="tree-row"
      data-agent={id}
      data-status={status}
      data-testid={`node-${id}`}
      // When it is asked for: otherwise every row would be drawn anew with every second.
      onMouseEnter={({ currentTarget }) => {
        currentTarget.title = hint(agent)
      }}
      style={{ paddingInlineStart: `${(Math.min(level, DEEPEST_INDENT) - 1) * 0.75 + 0.25}rem` }}
      onClick={(event) => actions.press(event, id)}
      onContextMenu={(event) => actions.menu(event, id)}
    >
      {/* For the pointer only: the arrows do it for everybody. */}
      <span className="tree-twist" aria-hidden onClick={(event) => isParent && actions.toggle(event, { id, isOpen })}>
        {isParent && <ChevronRight size="0.875rem" className={isOpen ? "tree-twist-open" : undefined} />}
      </span>
      <StatusGlyph status={signOf(world, agent, status)} label={needs > 0 ? "needs you" : false} />
      <bdi className="tree-name">{agent.name}</bdi>
      {agent.presence && <span className="tree-here">you are here</span>}
      <span className="tree-status">
        <Standing agentId={id} status={status} />
      </span>
      {isParent ? <Below agent={agent} /> : needs > 1 && <span className="tree-needs">{needs} for you</span>}
    </div>
  )
})

/** Of what is counted below it, what matters most; the words have all of it. */
const SHOWN_COUNTS = 2

function Below({ agent }: { agent: Agent }) {
  const parts = tallyParts(agent.tally)
  if (parts.length === 0) return null
  const words = tallyWords(parts)
  return (
    <span className="tree-counts" role="img" aria-label={words} title={words}>
      {parts.slice(0, SHOWN_COUNTS).map(({ glyph, count }) => (
        <span key={glyph}>
          <StatusGlyph status={glyph} />
          {count}
        </span>
      ))}
    </span>
  )
}

function hint(agent: Agent): string {
  const doing = doingOf(agent)
  const proof = evidenceLine(agent, shownNow())
  return doing ? `${plainProse(doing).slice(0, 300)}\n${proof}` : proof
}
