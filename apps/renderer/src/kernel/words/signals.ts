// Owns: the words for what an agent declares to Kibitz inside its reply (SIG-1), once that is taken out of the text.
import { withoutSignals } from "@kibitz/domain"

export type Declared = { readonly text: string; readonly said: readonly string[] }

export function declaredIn(text: string, tag: string, isGrowing = false): Declared {
  const { text: rest, signals } = withoutSignals(isGrowing ? withoutHalfTag(text, tag) : text, tag)
  return { text: rest, said: signals.map(({ type, payload }) => inWords(type, payload)) }
}

/** A tag that is still being written is not text either. */
function withoutHalfTag(text: string, tag: string): string {
  const at = text.lastIndexOf("<")
  const end = text.slice(at)
  const opening = `<${tag}>`
  const isHalf = at >= 0 && (opening.startsWith(end) || end.startsWith(opening))
  const before = isHalf ? text.slice(0, at) : text
  const open = before.lastIndexOf(opening)
  // The closing half, with its beginning before it.
  return `</${tag}>`.startsWith(end) && end !== `</${tag}>` && end !== "" && open >= 0 ? before.slice(0, open) : before
}

function inWords(type: string, reason: string): string {
  switch (type) {
    case "PROGRESS":
      return /^\d{1,3}$/.test(reason) ? `says ${Math.min(100, Number(reason))} % is done` : "tells its progress"
    case "BLOCKED":
      return reason === "" ? "says it is blocked" : `says it is blocked: ${reason}`
    case "NEEDS_HELP":
    case "NEEDS_HUMAN":
      return reason === "" ? "asks for help" : `asks for help: ${reason}`
    case "RESOLVED":
      return "says it is resolved"
    default:
      return "says it is done"
  }
}
