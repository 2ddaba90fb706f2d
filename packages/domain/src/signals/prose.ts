// Owns: which lines of a reply are the agent's own words: not fenced code, not indented code, not a block quote. What stands inside a
// line is quoted.ts. Follows Markdown where it matters and is stricter where Markdown is hard to see: a line that is indented by four
// columns is code wherever it stands.

/** A paragraph, a heading or an item of a list: code spans and quotations do not reach beyond it. */
export type Passage = {
  readonly lines: readonly string[]
  /** Which line of the reply its first one is. */
  readonly from: number
}

export type Prose = {
  readonly passages: readonly Passage[]
  /** The last line of the reply that is not empty, where it is the agent's own; null otherwise. Always the end of the last passage. */
  readonly lastLine: string | null
}

type Fence = { readonly mark: string; readonly length: number; readonly column: number }

export function proseOf(text: string): Prose {
  const passages: { lines: string[]; from: number }[] = []
  let open: { lines: string[] } | null = null
  let fence: Fence | null = null
  let lastLine: string | null = null
  for (const [from, line] of linesOf(text).entries()) {
    if (fence) {
      if (closes(line, fence)) fence = null
      continue
    }
    const kind = kindOf(line)
    if (kind.is !== "own") {
      open = null
      if (kind.is !== "blank") lastLine = null
      if (kind.is === "fence") fence = kind.fence
      continue
    }
    if (!open || kind.begins) {
      const begun = { lines: [], from }
      passages.push(begun)
      open = begun
    }
    open.lines.push(line)
    lastLine = line
    if (kind.ends) open = null
  }
  return { passages, lastLine }
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/)
}

type Line =
  | { readonly is: "blank" | "code" | "quote" }
  | { readonly is: "fence"; readonly fence: Fence }
  /** begins, ends: a passage, whatever stands before and after it. */
  | { readonly is: "own"; readonly begins: boolean; readonly ends: boolean }

/** Sticky, so that a line of a hundred thousand markers is walked once and not copied for each. */
const listMarker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t])/y
const fenceMark = /(?:`{3,}|~{3,})/y
const headingMark = /#{1,6}(?=[ \t]|$)/y

function kindOf(line: string): Line {
  if (line.trim() === "") return { is: "blank" }
  let { at, column } = indentAt(line, 0, 0)
  let outer = 0
  let begins = false
  for (;;) {
    if (column - outer >= 4) return { is: "code" }
    if (line[at] === ">") return { is: "quote" }
    const marker = matchAt(listMarker, line, at)
    if (marker === null) break
    begins = true
    outer = column + marker.length + 1
    const inside = indentAt(line, at + marker.length, column + marker.length)
    at = inside.at
    column = inside.column
    if (at === line.length) break
  }
  const mark = matchAt(fenceMark, line, at)
  // With a backtick after it, a row of backticks is a code span.
  if (mark !== null && !(mark.startsWith("`") && line.indexOf("`", at + mark.length) !== -1)) {
    return { is: "fence", fence: { mark: mark.charAt(0), length: mark.length, column } }
  }
  const isHeading = matchAt(headingMark, line, at) !== null
  return { is: "own", begins: begins || isHeading, ends: isHeading }
}

/** As deep as where it was opened, and three columns more: fences in lists are closed at the depth of the list. */
function closes(line: string, { mark, length, column }: Fence): boolean {
  const start = indentAt(line, 0, 0)
  if (start.column > column + 3) return false
  let at = start.at
  while (line[at] === mark) at += 1
  return at - start.at >= length && indentAt(line, at, 0).at === line.length
}

function indentAt(line: string, from: number, column: number): { at: number; column: number } {
  let at = from
  let to = column
  for (; at < line.length; at += 1) {
    if (line[at] === " ") to += 1
    else if (line[at] === "\t") to += 4 - (to % 4)
    else break
  }
  return { at, column: to }
}

function matchAt(pattern: RegExp, line: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(line)?.[0] ?? null
}
