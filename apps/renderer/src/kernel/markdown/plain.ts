// Owns: Markdown as plain prose, for the places that have a line or three and draw no formatting: panels, the map, lists. Not what is said aloud
// (features/chat/sentences.ts), which comes in pieces. Pure, and walks a text once however long it is.
import { visibleProse } from "./visible.ts"

const blockMarks = /^\s*(?:(?:#{1,6}|>|[-*+])(?:\s+|$))+/
const fenceLine = /^\s*(?:`{3,}|~{3,})[^`]*$/
const codeSpan = /(`+[^`]+`+)/
const link = /!?\[([^[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)/g
/** Opened and closed by as many, or it is a pattern of file names. */
const stars = /(?<![*\\])(\*{1,3})(?![\s*])([^*]*[^*\s])\1(?!\*)/g
/** Not within a word: names of code have them. */
const underscores = /(?<![\p{L}\p{N}_\\])(_{1,3})(?![\s_])([^_]*[^_\s])\1(?![\p{L}\p{N}_])/gu
const strikes = /~~(?![\s~])([^~]*[^~\s])~~/g

/** Line by line; lines that are nothing but marks are left out. */
export function plainProse(markdown: string): string {
  return visibleProse(markdown)
    .split("\n")
    .flatMap((line) => (fenceLine.test(line) ? [] : [plainLine(line)]))
    .join("\n")
}

/** What stands in a code span is not formatted, and loses only its ticks. */
function plainLine(line: string): string {
  return line
    .replace(blockMarks, "")
    .replace(link, "$1")
    .split(codeSpan)
    .map((part, at) => (at % 2 === 1 ? part.replace(/^`+|`+$/g, "") : unemphasised(unemphasised(part))))
    .join("")
}

/** The innermost; emphasis in emphasis takes another round. */
function unemphasised(text: string): string {
  return text.replace(stars, "$2").replace(underscores, "$2").replace(strikes, "$1")
}
