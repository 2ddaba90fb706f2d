// Owns: the line with which a question reaches the agent above: who asks, for everybody who reads it, and how it is answered, for the model only.
import type { ItemId } from "@kibitz/contract"

const ONE = " asks you."
const SEVERAL = " ask you the same. One answer goes to all of them."
const HOW = " Answer with answer_child and the question's id, "
const HOW_ENDS = "; set dontKnow when it is not yours to decide."

const NAMED = 20

/** `names`: who asks it, each once. */
export function headLine(names: readonly string[], id: ItemId): string {
  const more = names.length > NAMED ? [`${names.length - NAMED} more`] : []
  const who = [...names.slice(0, NAMED), ...more].join(", ")
  return `${who}${names.length === 1 ? ONE : SEVERAL}${HOW}${id}${HOW_ENDS}`
}

/** Who asks, by name; null: it is not such a line. Read from its end, because a name may be anything. */
export function askersIn(line: string): string | null {
  const how = line.endsWith(HOW_ENDS) ? line.lastIndexOf(HOW) : -1
  if (how < 0) return null
  const asks = line.slice(0, how)
  const end = [ONE, SEVERAL].find((one) => asks.endsWith(one))
  return end === undefined ? null : asks.slice(0, -end.length)
}
