// Owns: a small picture of what an edit has changed, as a diff shows it: enough to see a mistake, never the whole file.
import type { Change } from "./edit-text.ts"
import { applyChanges } from "./edit-text.ts"
import { count, showText } from "./text.ts"

const HUNKS = 5
const CONTEXT = 2
const SIDE_LINES = 20
const LINE_CHARACTERS = 300

export function excerpt(before: string, changes: readonly Change[]): string {
  const oldLines = splitLines(before)
  const newLines = splitLines(applyChanges(before, changes))
  const lineAt = lineCounter(before)
  const shown: string[] = []
  let grown = 0
  for (const change of changes.slice(0, HUNKS)) {
    const from = lineAt(change.start)
    const removed = lineAt(change.end) - from + 1
    const added = removed + breaksIn(change.text) - breaksIn(before.slice(change.start, change.end))
    shown.push(...hunk(oldLines, newLines, { from, removed, added, grown }))
    grown += added - removed
  }
  if (changes.length > HUNKS) shown.push(`[and ${count(changes.length - HUNKS, "more place")}]`)
  return shown.join("\n")
}

type Hunk = { readonly from: number; readonly removed: number; readonly added: number; readonly grown: number }

function hunk(oldLines: readonly string[], newLines: readonly string[], { from, removed, added, grown }: Hunk): string[] {
  const minus = oldLines.slice(from, from + removed)
  const plus = newLines.slice(from + grown, from + grown + added)
  let same = 0
  while (same < minus.length && same < plus.length && minus[same] === plus[same]) same++
  let sameEnd = 0
  while (sameEnd < minus.length - same && sameEnd < plus.length - same && minus.at(-1 - sameEnd) === plus.at(-1 - sameEnd))
    sameEnd++
  const first = from + same
  const contextFrom = Math.max(0, first - CONTEXT)
  const after = from + removed - sameEnd
  return [
    `@@ line ${first + 1} @@`,
    ...oldLines.slice(contextFrom, first).map((line) => ` ${cut(line)}`),
    ...side("-", minus.slice(same, minus.length - sameEnd)),
    ...side("+", plus.slice(same, plus.length - sameEnd)),
    ...oldLines.slice(after, after + CONTEXT).map((line) => ` ${cut(line)}`),
  ]
}

function side(sign: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, SIDE_LINES).map((line) => `${sign}${cut(line)}`)
  return lines.length > SIDE_LINES ? [...shown, `${sign}… [${count(lines.length - SIDE_LINES, "more line")}]`] : shown
}

function cut(line: string): string {
  const text = showText(line)
  return text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS).toWellFormed()}…` : text
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === "") lines.pop()
  return lines
}

function lineCounter(text: string): (position: number) => number {
  let line = 0
  let at = 0
  return (position) => {
    line += breaksIn(text.slice(at, position))
    at = position
    return line
  }
}

function breaksIn(text: string): number {
  let breaks = 0
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks++
  return breaks
}
