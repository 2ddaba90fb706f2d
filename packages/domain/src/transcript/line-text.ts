// Owns: the words of a line of a conversation, as somebody looks for them. The host finds by it, the screen marks by it: one rule, or a line
// would be counted in which nothing is marked.
import type { ContentBlock, Json } from "@kibitz/contract"
import type { TranscriptItem } from "./transcript.ts"

/** Any case, and any white space where there is some: a text that wraps is still the same text. */
export function wordsPattern(text: string, flags = "iu"): RegExp {
  const parts = text
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
  return new RegExp(parts.join("\\s+"), flags)
}

const BEFORE = 40
const EXCERPT = 200

/**
 * What stands around the words in this line, in one row; null where they are not. Formatting marks do not count: "two words" is found in
 * "**two** words", and so is what stands between the marks as it was written.
 */
export function excerptOf(item: TranscriptItem, pattern: RegExp): string | null {
  for (const text of wordsOf(item)) {
    const plain = marks.test(text) ? [unmarked(text), text] : [text]
    for (const shown of plain) {
      const found = pattern.exec(shown)
      if (!found) continue
      const from = Math.max(0, found.index - BEFORE)
      const to = Math.max(from + EXCERPT, found.index + found[0].length)
      // A character that is cut in two is none.
      const piece = shown.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")
      const row = piece.replace(/\s+/g, " ").trim()
      return `${from > 0 ? "…" : ""}${row}${to < shown.length ? "…" : ""}`
    }
  }
  return null
}

/** Who says what is found in this line. */
export function sayerOf(item: TranscriptItem): "user" | "agent" | "tool" | "kibitz" {
  switch (item.kind) {
    case "user":
      return item.from === null ? "user" : "agent"
    case "reply":
    case "draft":
      return "agent"
    case "call":
    case "verification":
      return "tool"
    default:
      return "kibitz"
  }
}

const marks = /[*_`~[]/

function unmarked(text: string): string {
  return text.replace(/\]\([^)\n]*\)/g, "").replace(/[*_`~[\]]+/g, "")
}

/** Nothing for lines that are not drawn as words, and for what Kibitz says at every turn. */
export function wordsOf(item: TranscriptItem): readonly string[] {
  switch (item.kind) {
    case "user":
    case "draft":
    case "standing":
      return [item.text]
    case "app":
      return [item.line, item.text]
    case "note":
      return item.note === "continuation" ? [] : [item.text]
    case "reply":
      return item.content.map(blockText)
    case "call":
      return [item.capability, ...stringsIn(item.input), item.output, item.because]
    case "verification":
      return item.checks.flatMap(({ name, command, detail }) => [name, command, detail])
    case "notice":
    case "presence":
      return []
  }
}

function blockText(block: ContentBlock): string {
  if (block.type === "text") return block.text
  return block.type === "thinking" ? block.thinking : ""
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap((part) => (part === undefined ? [] : stringsIn(part)))
}
