// Owns: one thing that waits as one line: how urgent, what and from whom, how many wait for it.
import type { ItemId } from "@kibitz/contract"
import { showAskers } from "../agents/agent-names.ts"
import { askingGlyph } from "../agents/status-glyphs.ts"
import { type Group, TO_REVIEW } from "../desk/strip-state.ts"
import { useWorld } from "../session/session-context.ts"
import { type Glyph, StatusGlyph } from "../ui/status-glyph.tsx"
import { agentsWait, itemLine, kindWord } from "../words/attention-copy.ts"

export function glyphFor({ items, tier }: Pick<Group, "items" | "tier">): Glyph {
  const [first] = items
  if (first?.kind === "stuck") return "failed"
  if (first?.kind === "result") return "done"
  if (!first || tier >= 3 || first.kind === "your-turn" || first.kind === "knock") return "yours"
  return askingGlyph(first)
}

export function FoldedLine({ group, onUnfold }: { group: Group; onUnfold(id: ItemId): void }) {
  const [first] = group.items
  const name = useWorld(({ world }) =>
    world
      ? showAskers(
          world,
          group.items.map(({ agentId }) => agentId),
        )
      : "",
  )
  if (!first) return null
  const many = group.items.length > 1 ? ` ×${group.items.length}` : ""
  return (
    <button
      type="button"
      className="strip-line"
      data-testid="waiting-line"
      data-kind={first.kind}
      aria-expanded={false}
      onClick={() => onUnfold(first.id)}
    >
      <StatusGlyph status={glyphFor(group)} />
      <span className="strip-kind">
        {kindWord(first)}
        {many} · <bdi>{name}</bdi>
      </span>
      <span className="strip-what">{itemLine(first)}</span>
      {group.fanout > 0 && group.tier < TO_REVIEW && <span className="strip-fanout">{agentsWait(group.fanout)}</span>}
    </button>
  )
}
