// Owns: how exhibits become a request. Text from outside is fenced, and its fence is closed also where the text is cut to fit.
import type { TurnId } from "@kibitz/contract"
import { fenced } from "../gate/fence.ts"
import type { HistoryMessage } from "../kernel/history-message.ts"
import { wellFormed } from "../kernel/well-formed.ts"
import type { Exhibit, Sees } from "./define.ts"

type Shown = Pick<Extract<Sees, { from: "exhibits" }>, "exhibits" | "ask">

/** `fence`: a word that nobody knew when the exhibits were written. `limit`: characters for all exhibits together. */
export function exhibitMessages({ exhibits, ask }: Shown, fence: TurnId, limit: number): readonly HistoryMessage[] {
  const each = shareOf(exhibits, limit)
  const shown = exhibits.map((exhibit) => show(exhibit, fence, each))
  const content = [...shown, ask].map((text) => ({ type: "text" as const, text: wellFormed(text) }))
  return [{ role: "user", content }]
}

function show({ title, text, source }: Exhibit, fence: TurnId, most: number): string {
  const output =
    text.length <= most ? text : `${text.slice(0, most)}\n[${text.length - most} more characters were left out to save room]`
  const head = `# ${title.replace(/\s+/g, " ").trim()}`
  return `${head}\n${source === undefined ? output : fenced({ output, fence, source, agent: "exhibit" })}`
}

/** The most that each may have so that all fit: short ones leave their room to the long ones. */
function shareOf(exhibits: readonly Exhibit[], limit: number): number {
  const sizes = exhibits.map(({ text }) => text.length).sort((a, b) => a - b)
  let left = limit
  for (const [at, size] of sizes.entries()) {
    const share = Math.floor(left / (sizes.length - at))
    if (size > share) return share
    left -= size
  }
  return Number.POSITIVE_INFINITY
}
