// Owns: the words of a line of a conversation, as somebody looks for them. The host finds by it, the screen marks by it: one rule, or a line
// would be counted in which nothing is marked.
import type { ContentBlock, Json } from "@kibitz/contract"
import { unfenced } from "../gate/fence.ts"
import type { TranscriptItem } from "../kernel/transcript-item.ts"
import { withoutSignals } from "../signals/read-signals.ts"
import { reportText } from "./report-text.ts"

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
 * What stands around the words in this line, in one row; null where they are not, or only in what the conversation does not show: signals to
 * Kibitz, whose tag this is, and the fence around what came from outside. Formatting marks do not count: "two words" is found in "**two** words",
 * and so is what stands between the marks as it was written.
 */
export function excerptOf(item: TranscriptItem, pattern: RegExp, tag: string): string | null {
  for (const { text, shown } of wordsOf(item)) {
    // Almost every line holds no match, and is not worth reading for signals.
    const excerpt = around(text, pattern) === null ? null : around(shown(text, tag), pattern)
    if (excerpt !== null) return excerpt
  }
  return null
}

function around(text: string, pattern: RegExp): string | null {
  for (const shown of marks.test(text) ? [unmarked(text), text] : [text]) {
    const found = pattern.exec(shown)
    if (!found) continue
    const from = Math.max(0, found.index - BEFORE)
    const to = Math.max(from + EXCERPT, found.index + found[0].length)
    // A character that is cut in two is none.
    const piece = shown.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")
    const row = piece.replace(/\s+/g, " ").trim()
    return `${from > 0 ? "…" : ""}${row}${to < shown.length ? "…" : ""}`
  }
  return null
}

/** Who says what is found in this line. */
export function sayerOf(item: TranscriptItem): "user" | "agent" | "tool" | "kibitz" {
  switch (item.kind) {
    case "user":
      return item.from === null ? "user" : "agent"
    case "reply":
    case "brief":
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

type Words = { readonly text: string; shown(text: string, tag: string): string }

const asItIs = (text: string): Words => ({ text, shown: (whole) => whole })
const said = (text: string): Words => ({ text, shown: (whole, tag) => withoutSignals(whole, tag).text })
const told = (text: string): Words => ({ text, shown: unfenced })
const reported = (text: string): readonly Words[] => [
  { text, shown: (whole, tag) => withoutSignals(reportText(whole).body, tag).text },
  { text, shown: (whole) => reportText(whole).askers ?? "" },
]

/** Nothing for lines that are not drawn as words, and for what Kibitz says at every turn. */
function wordsOf(item: TranscriptItem): readonly Words[] {
  switch (item.kind) {
    case "user":
      return [item.from === null ? asItIs(item.text) : told(item.text)]
    case "standing":
      return [asItIs(item.text)]
    case "draft":
      return [said(item.text)]
    case "app":
      return [item.line, item.text].map(asItIs)
    case "note":
      if (item.note === "continuation") return []
      return item.note === "report" ? reported(item.text) : [told(item.text)]
    case "reply":
    case "brief":
      return item.content.map(blockWords)
    case "call":
      return [item.capability, ...stringsIn(item.input), item.output, item.because].map(asItIs)
    case "verification":
      return item.checks.flatMap(({ name, command, detail }) => [name, command, detail].map(asItIs))
    case "notice":
    case "presence":
      return []
  }
}

function blockWords(block: ContentBlock): Words {
  if (block.type === "text") return said(block.text)
  return asItIs(block.type === "thinking" ? block.thinking : "")
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap((part) => (part === undefined ? [] : stringsIn(part)))
}
