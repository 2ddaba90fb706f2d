// Owns: what is known of a search in one conversation: the lines found so far, newest first, and at which of them the reader is. Pure.
import type { FoundLine, Seq } from "@kibitz/contract"
import type { Found } from "../../../kernel/replica/replica.ts"

export type Find = {
  readonly text: string
  readonly lines: readonly FoundLine[]
  /** Where to look on; null when all of it was looked through. Not yet begun: the end. */
  readonly older: Seq | null | "end"
  /** Index into `lines`; null while there is none. */
  readonly at: number | null
  /** The line the reader came for; null: the newest. */
  readonly wanted: string | null
}

/** More than anybody steps through; the count says that there are more. */
export const MOST_FOUND = 9_999

export function searchFor(text: string, wanted: string | null = null): Find {
  return { text, lines: [], older: text.trim() === "" ? null : "end", at: null, wanted }
}

/** The first line that is found is gone to, being the newest and nearest to where one is; or else the one that the reader came for. */
export function withFound(find: Find, { lines, older }: Found): Find {
  const known = new Set(find.lines.map(({ key }) => key))
  const all = [...find.lines, ...lines.filter(({ key }) => !known.has(key))].slice(0, MOST_FOUND)
  const isFull = all.length === MOST_FOUND
  const next = { ...find, lines: all, older: isFull ? null : older }
  return { ...next, at: find.at ?? beginning(next) }
}

function beginning({ lines, older, wanted }: Find): number | null {
  const at = wanted === null ? 0 : lines.findIndex(({ key }) => key === wanted)
  // One that is not there any more leaves the newest.
  const place = at < 0 && older === null ? 0 : at
  return place >= 0 && place < lines.length ? place : null
}

/** `up`: to what was said before. Round and round, once everything was looked through. */
export function stepped(find: Find, way: "up" | "down"): Find {
  const count = find.lines.length
  if (find.at === null || count === 0) return find
  const next = find.at + (way === "up" ? 1 : -1)
  if (find.older !== null && (next < 0 || next >= count)) return find
  return { ...find, at: (next + count) % count }
}

/** Counted as one reads, from the top; until all is looked through the place from the top is not known. */
export function findLine({ text, lines, older, at }: Find): string {
  if (text.trim() === "") return ""
  if (older !== null) return lines.length === 0 ? "Looking…" : `${lines.length} so far…`
  if (at === null) return "No match"
  const more = lines.length === MOST_FOUND ? "+" : ""
  return `${lines.length - at} of ${lines.length}${more}`
}
