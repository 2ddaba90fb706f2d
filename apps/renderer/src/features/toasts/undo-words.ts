import type { UndoStep } from "../../kernel/replica/undoable.ts"

/** "Ed: execution → planning, and 3 below" */
export function undoWords(name: string, steps: readonly UndoStep[]): string {
  const [first] = steps
  if (!first) return ""
  const own = steps.filter(({ agentId }) => agentId === first.agentId)
  const below = new Set(steps.map(({ agentId }) => agentId)).size - 1
  const what = own.map(({ from, to }) => `${from} → ${to}`).join(", ")
  return `${name}: ${what}${below === 0 ? "" : `, and ${below} below`}`
}
