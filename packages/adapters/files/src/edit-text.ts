// Owns: replacing text in a text: what counts as an occurrence, and that line endings and the byte order mark stay as they are. A model
// sees lines without their endings, so a line break in what it gives means "whatever break the file has there".
import { contentHash } from "./content-hash.ts"

const BOM = "\ufeff"
/** How many bytes may be hashed to find out whether an edit has been made before. */
const UNDO_BYTES = 64 * 1024 * 1024

export type Edit = { readonly old: string; readonly new: string; readonly all: boolean }
/** One replaced piece: where it is in the text before. */
export type Change = { readonly start: number; readonly end: number; readonly text: string }

/** The pieces that would be replaced, in order. Occurrences do not overlap. */
export function findChanges(text: string, edit: Edit): Change[] {
  const start = text.startsWith(BOM) ? BOM.length : 0
  const wanted = withoutReturns(withoutMark(edit.old))
  const plain = withoutReturns(text.slice(start))
  if (wanted === "") return []
  const back = positionsBefore(text, start)
  const fileBreak = text.includes("\r\n") ? "\r\n" : "\n"
  const replacement = withoutReturns(withoutMark(edit.new))
  const changes: Change[] = []
  for (let at = plain.indexOf(wanted); at !== -1; at = plain.indexOf(wanted, at + wanted.length)) {
    const from = back(at)
    const to = back(at + wanted.length)
    changes.push({ start: from, end: to, text: withBreaks(replacement, text.slice(from, to), fileBreak) })
  }
  return changes
}

export function applyChanges(text: string, changes: readonly Change[]): string {
  let result = ""
  let at = 0
  for (const change of changes) {
    result += text.slice(at, change.start) + change.text
    at = change.end
  }
  return result + text.slice(at)
}

/** Whether the text is what the edit made of a text with that hash: then a crash has only hidden that it was done (F6). */
export function isAlreadyMade(text: string, edit: Edit, hashBefore: string): boolean {
  const undo = { old: edit.new, new: edit.old, all: true }
  const candidates = edit.new === "" ? [] : findChanges(text, undo)
  const size = Buffer.byteLength(text)
  if (edit.all) return candidates.length > 0 && contentHash(Buffer.from(applyChanges(text, candidates))) === hashBefore
  if (candidates.length * size > UNDO_BYTES) return false
  return candidates.some((candidate) => contentHash(Buffer.from(applyChanges(text, [candidate]))) === hashBefore)
}

/** From a position in the text without returns to the one in the text with them. */
function positionsBefore(text: string, start: number): (position: number) => number {
  const removed: number[] = []
  for (let at = text.indexOf("\r\n", start); at !== -1; at = text.indexOf("\r\n", at + 2))
    removed.push(at - start - removed.length)
  let passed = 0
  let last = 0
  return (position) => {
    if (position < last) passed = 0
    last = position
    while (passed < removed.length && (removed[passed] as number) < position) passed++
    return start + position + passed
  }
}

function withBreaks(text: string, replaced: string, fileBreak: string): string {
  const lineBreak = replaced.includes("\r\n") ? "\r\n" : replaced.includes("\n") ? "\n" : fileBreak
  return lineBreak === "\n" ? text : text.replaceAll("\n", lineBreak)
}

function withoutReturns(text: string): string {
  return text.replaceAll("\r\n", "\n")
}

function withoutMark(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text
}
