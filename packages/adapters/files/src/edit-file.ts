// Owns: replacing a piece of a text file for somebody who has seen what is in it. If that is not what is in it now, nothing is done and
// the present content is shown (F22).
import { isUtf8 } from "node:buffer"
import { type Fence, type Refusal, refuse } from "./confine.ts"
import { contentHash, countLines, hashLine, isHash } from "./content-hash.ts"
import { applyChanges, type Change, type Edit, findChanges, isAlreadyMade } from "./edit-text.ts"
import { excerpt } from "./excerpt.ts"
import { numberedLines } from "./numbered-lines.ts"
import type { Output } from "./read-file.ts"
import { type Before, readBefore, replaceFile } from "./replace-file.ts"
import { count, showName } from "./text.ts"
import { said, whyNotText } from "./write-file.ts"
import { locateTarget } from "./write-target.ts"

const FRESH_LINES_BEFORE = 20
const FRESH_LINES = 80
const NAMED_PLACES = 10

export type EditInput = {
  readonly path: string
  readonly hash: string
  readonly old: string
  readonly new: string
  readonly all?: boolean | undefined
}

export async function editFile(fence: Fence, input: EditInput, mark: string, signal: AbortSignal): Promise<Output | Refusal> {
  const shown = showName(input.path)
  const notText = whyNotText(input.new)
  if (notText !== null) return refuse(`${shown} was not edited: the new text ${notText}.`)
  const target = await locateTarget(fence, input.path)
  if (!target.ok) return target
  const before = await readBefore(target, input.path, signal)
  if (before === null) return refuse(`${shown} does not exist. Use write_file to make it.`)
  if (!before.ok) return before
  if (!isUtf8(before.bytes) || before.bytes.includes(0)) {
    return refuse(`${shown} is not text in UTF-8. Editing it would damage the rest of it, so nothing was done.`)
  }

  const text = before.bytes.toString("utf8")
  const edit: Edit = { old: input.old, new: input.new, all: input.all ?? false }
  if (!isHash(input.hash, before.hash)) {
    if (isAlreadyMade(text, edit, input.hash.trim().toLowerCase().slice(0, before.hash.length))) {
      return said(`${shown} is already so: this very edit has been made before.\n${hashLine(before.hash, countLines(text))}`)
    }
    return refuse(freshContent(shown, text, before, edit))
  }
  const changes = findChanges(text, edit)
  const because = whyNot(shown, text, changes, edit)
  if (because !== null) return refuse(`${because} Nothing was done.`)
  const after = applyChanges(text, changes)
  if (after === text)
    return said(`${shown} is already so: nothing had to be changed.\n${hashLine(before.hash, countLines(text))}`)
  const bytes = Buffer.from(after)
  const replaced = await replaceFile({ target, asked: input.path, bytes, before, mark }, signal)
  if (!replaced.ok) return replaced
  const places = changes.length === 1 ? "" : ` in ${count(changes.length, "place")}`
  const hash = hashLine(contentHash(bytes), countLines(after))
  return said(`Edited ${shown}${places}.\n${excerpt(text, changes)}\n${hash}`)
}

function whyNot(shown: string, text: string, changes: readonly Change[], edit: Edit): string | null {
  if (changes.length === 0) return `The text to be replaced does not occur in ${shown}.`
  if (changes.length === 1 || edit.all) return null
  const lines = changes.slice(0, NAMED_PLACES).map((change) => countLines(text.slice(0, change.start + 1)))
  const where = changes.length > NAMED_PLACES ? `${lines.join(", ")}, …` : lines.join(", ")
  return `The text to be replaced occurs ${changes.length} times in ${shown} (lines ${where}): give more of the text around it, or all: true.`
}

function freshContent(shown: string, text: string, before: Before, edit: Edit): string {
  const total = countLines(text)
  const from = Math.max(1, lineOf(text, edit) - FRESH_LINES_BEFORE)
  const page = numberedLines(from, FRESH_LINES)
  page.take(before.bytes)
  page.end()
  const { lines, last } = page.result()
  const around = lines.length === 0 ? "[the file is empty]" : `${lines.join("\n")}\n[lines ${from} to ${last} of ${total}]`
  return `${shown} has changed since it was read. Nothing was done. This is what is there now:\n${around}\n${hashLine(before.hash, total)}`
}

/** Where the text stands that was to be replaced, or at least its longest line; 1 when nothing of it is left. */
function lineOf(text: string, edit: Edit): number {
  const whole = findChanges(text, { ...edit, all: true })[0]
  if (whole !== undefined) return countLines(text.slice(0, whole.start + 1))
  const longest = edit.old.split("\n").reduce((best, line) => (line.trim().length > best.length ? line.trim() : best), "")
  const at = longest === "" ? -1 : text.indexOf(longest)
  return at === -1 ? 1 : countLines(text.slice(0, at + 1))
}
