// Owns: the map's selection in words, for those who do not see it (ux 7.1): who, where it stands, what waits, and its place in the room.

import { cellAt, type Place } from "@kibitz/canvas"
import type { AttentionItem } from "@kibitz/contract"
import { wordOf } from "../../../kernel/agents/status-glyphs.ts"
import { agentsWait, kindWord } from "../../../kernel/words/attention-copy.ts"
import type { AgentPaint } from "./paint.ts"

/** "Ed, needs you: question, 3 agents wait, row 1 of 3, column 2 of 3, level 3" */
export function described(paint: AgentPaint, place: Place, waiting: number): string {
  const [item] = paint.items
  const parts = [
    paint.name,
    item ? `${whatIs(item)}: ${kindWord(item).toLowerCase()}` : wordOf(paint.agent, paint.status),
    waiting > 0 ? agentsWait(waiting) : null,
    paint.joined ? "you are here" : null,
    place.total > 1 ? `${place.total - 1} in its team` : null,
    seatOf(place),
    `level ${place.depth + 1}`,
  ]
  return parts.filter((part) => part !== null).join(", ")
}

function whatIs({ tier }: AttentionItem): string {
  return tier <= 1 ? "needs you" : tier === 2 ? "stuck" : tier === 3 ? "your turn" : "to read"
}

function seatOf({ parent, cell }: Place): string | null {
  if (parent === null) return null
  const { row, col } = cellAt(cell)
  return `row ${row + 1} of ${parent.side}, column ${col + 1} of ${parent.side}`
}
