// Owns: what is known of a search through all conversations: agent by agent, the newest lines of each first. Lines that were found stay where they are:
// what is found later comes below. Pure.
import type { AgentId, FoundLine } from "@kibitz/contract"
import type { Found } from "../../kernel/replica/replica.ts"

export type FoundIn = {
  readonly agentId: AgentId
  readonly lines: readonly FoundLine[]
  /** There are more in this conversation than are shown. */
  readonly isMore: boolean
}

export type Everywhere = {
  readonly text: string
  readonly found: readonly FoundIn[]
  /** Of how many conversations were looked through. */
  readonly looked: number
  readonly of: number
  /** Looked through, or enough was found. */
  readonly isOver: boolean
}

/** Of one conversation; the chat itself shows the others. */
export const MOST_LINES = 5
/** More than anybody reads: then the words are to be narrowed down. */
export const MOST_CONVERSATIONS = 60

export function lookEverywhere(text: string, of: number): Everywhere {
  return { text, found: [], looked: 0, of, isOver: text.trim() === "" || of === 0 }
}

/** One conversation has been looked through, or as far as there is something to show. */
export function withConversation(so: Everywhere, agentId: AgentId, lines: readonly FoundLine[], isMore: boolean): Everywhere {
  const looked = so.looked + 1
  const shown = { agentId, lines: lines.slice(0, MOST_LINES), isMore: isMore || lines.length > MOST_LINES }
  const found = lines.length === 0 ? so.found : [...so.found, shown]
  return { ...so, found, looked, isOver: looked >= so.of || found.length >= MOST_CONVERSATIONS }
}

/** The newest lines of one conversation, piece by piece, until there is one more than is shown. Null: there is nobody to ask. */
export async function lookThrough(
  find: (before: number | null) => Promise<Found | null>,
): Promise<{ readonly lines: readonly FoundLine[]; readonly isMore: boolean } | null> {
  const lines: FoundLine[] = []
  for (let before: number | null = null; ; ) {
    const piece = await find(before)
    if (piece === null) return null
    lines.push(...piece.lines)
    if (lines.length > MOST_LINES) return { lines: lines.slice(0, MOST_LINES), isMore: true }
    if (piece.older === null) return { lines, isMore: false }
    before = piece.older
  }
}

/** What the arrows go through: every line, and the way to the others of a conversation. */
export type Choice = { readonly agentId: AgentId; readonly line: FoundLine | null }

export function choicesOf({ found }: Everywhere): readonly Choice[] {
  return found.flatMap(({ agentId, lines, isMore }): Choice[] => [
    ...lines.map((line) => ({ agentId, line })),
    ...(isMore ? [{ agentId, line: null }] : []),
  ])
}

export function everywhereLine({ text, found, looked, of, isOver }: Everywhere): string {
  if (text.trim() === "") return of === 1 ? "1 conversation" : `${of} conversations`
  if (!isOver) return `${looked} of ${of} looked through…`
  const lines = found.reduce((sum, one) => sum + one.lines.length, 0)
  if (found.length >= MOST_CONVERSATIONS) return `The first ${found.length} conversations`
  const more = found.some(({ isMore }) => isMore) ? "+" : ""
  return `${lines}${more} ${lines === 1 && more === "" ? "line" : "lines"} in ${found.length} of ${of}`
}
