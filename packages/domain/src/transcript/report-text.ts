// Owns: what of a report from below a person reads: who asks or what became of it, and what was said; not what only tells the model how to take it.
import { unfenced } from "../gate/fence.ts"
import { askersIn } from "../question/head-line.ts"

/** `askers`: it is a question, and theirs. */
export type ReportText = { readonly askers: string | null; readonly body: string }

export function reportText(text: string): ReportText {
  const fence = text.indexOf("\n<<untrusted ")
  const askers = fence < 0 ? null : askersIn(text.slice(0, fence))
  return { askers, body: askers === null ? unfenced(text) : unfenced(text.slice(fence + 1)).trimStart() }
}
