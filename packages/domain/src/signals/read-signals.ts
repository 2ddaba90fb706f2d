// Owns: what an agent declares with its reply, read from its text (SIG-1). The one reader of signals: whoever needs to know asks here.
// Give it the text of the agent's own reply, never a prompt or the output of a tool: those may hold the very same words.
//
// Case counts, because signals must not be said by accident: tag names as configured, types and words in capitals only. "Done." is
// prose; "DONE." as the whole last line is a declaration. White space around a type or a reason does not matter.
import { excerpt } from "../kernel/excerpt.ts"
import { wellFormed } from "../kernel/well-formed.ts"
import { linesOf, type Prose, proseOf } from "./prose.ts"
import { isEscaped, quotedIn } from "./quoted.ts"

export type Signals = {
  /** What the reply declares, wherever it says it; null: nothing. blocked beats needs-help, and that beats complete. */
  readonly end: { readonly kind: "complete" } | { readonly kind: "blocked" | "needs-help"; readonly reason: string } | null
  /** The last PROGRESS:n, clamped to 0–100; null: none. */
  readonly progress: number | null
  readonly resolved: boolean
}

const LONGEST_REASON = 500
const LONGEST_EXCERPT = 280

export function readSignals(text: string, tag: string): Signals {
  const prose = proseOf(text)
  const passages = prose.passages.map(({ lines }) => lines.join("\n"))
  const tags = passages.flatMap((passage, index) => tagsIn(passage, tag).map((found) => ({ ...found, passage: index })))
  const word = lastWord(prose, passages)
  const all = word === null ? tags : [...tags, word]
  const before = (found: Found) => wordsBefore(passages, found, tag)
  return { end: endOf(all, before), progress: progressOf(tags), resolved: tags.some(({ type }) => type === "RESOLVED") }
}

export type Unsaid = {
  /** What is left for a person to read. */
  readonly text: string
  /** What was taken out of it, in its order. */
  readonly signals: readonly { readonly type: string; readonly payload: string }[]
}

/** The reply as it is shown, wherever it is: without what it declares to Kibitz. By the same rules as it is read; what counts for nothing stays. */
export function withoutSignals(text: string, tag: string): Unsaid {
  const prose = proseOf(text)
  const passages = prose.passages.map(({ lines }) => lines.join("\n"))
  const word = lastWord(prose, passages)
  const lines: (string | null)[] = [...linesOf(text)]
  const signals: Unsaid["signals"][number][] = []
  for (const [index, { from, lines: own }] of prose.passages.entries()) {
    const passage = passages[index] ?? ""
    const found: readonly Tag[] = [
      ...tagsIn(passage, tag).filter(({ type }) => known.has(type)),
      ...(word?.passage === index ? [word] : []),
    ]
    if (found.length === 0) continue
    signals.push(...found.map(({ type, payload }) => ({ type, payload })))
    const rest = cut(passage, found).split("\n")
    // A line that was nothing but a signal is gone; a tag over several lines takes those with it.
    own.forEach((_, at) => {
      const line = rest[at]
      lines[from + at] = line === undefined || line.trim() === "" ? null : line.trimEnd()
    })
  }
  if (signals.length === 0) return { text, signals }
  const kept = lines.filter((line) => line !== null).join("\n")
  return { text: kept.replace(/\n{3,}/g, "\n\n").trimEnd(), signals }
}

const known: ReadonlySet<string> = new Set(["COMPLETE", "BLOCKED", "NEEDS_HELP", "NEEDS_HUMAN", "PROGRESS", "RESOLVED"])

/** A tag, from its first character to behind its last. */
type Tag = { readonly type: string; readonly payload: string; readonly from: number; readonly to: number }
type Found = Tag & { readonly passage: number }

/** Nested tags count as the innermost; a tag that is not closed in its passage is none. */
function tagsIn(passage: string, tag: string): readonly Tag[] {
  const opening = `<${tag}>`
  const closing = `</${tag}>`
  if (!passage.includes(opening) || !passage.includes(closing)) return []
  const quoted = quotedIn(passage)
  const found: Tag[] = []
  let from = -1
  for (let at = passage.indexOf("<"); at !== -1; at = passage.indexOf("<", at + 1)) {
    if (quoted.isCode(at)) continue
    if (passage.startsWith(opening, at)) from = isEscaped(passage, at) ? -1 : at
    else if (from !== -1 && passage.startsWith(closing, at)) {
      const to = at + closing.length
      if (!quoted.isQuotation(from, at)) found.push({ ...contentOf(passage.slice(from + opening.length, at)), from, to })
      from = -1
    }
  }
  return found
}

function contentOf(inside: string): { type: string; payload: string } {
  const colon = inside.indexOf(":")
  if (colon === -1) return { type: inside.trim(), payload: "" }
  return { type: inside.slice(0, colon).trim(), payload: inside.slice(colon + 1).trim() }
}

const words: Readonly<Record<string, string>> = {
  DONE: "COMPLETE",
  COMPLETED: "COMPLETE",
  WAITING: "NEEDS_HELP",
  "NEED INPUT": "NEEDS_HELP",
}

function lastWord({ lastLine }: Prose, passages: readonly string[]): Found | null {
  // Longer than any word with its mark: not worth looking at, however long it is.
  if (lastLine === null || lastLine.length > 100) return null
  const word = /^\s*(DONE|COMPLETED|WAITING|NEED INPUT)[.!:]?\s*$/.exec(lastLine)?.[1]
  const type = word === undefined ? undefined : words[word]
  if (type === undefined) return null
  const passage = passages.length - 1
  const to = passages[passage]?.length ?? 0
  return { type, payload: "", passage, from: to - lastLine.length, to }
}

function endOf(all: readonly Found[], before: (found: Found) => string): Signals["end"] {
  const last = (...types: readonly string[]) => all.findLast(({ type }) => types.includes(type))
  const reasonOf = (found: Found) => oneLine(found.payload, LONGEST_REASON) || before(found) || "No reason was given."
  const blocked = last("BLOCKED")
  if (blocked) return { kind: "blocked", reason: reasonOf(blocked) }
  const help = last("NEEDS_HELP", "NEEDS_HUMAN")
  if (help) return { kind: "needs-help", reason: reasonOf(help) }
  return last("COMPLETE") ? { kind: "complete" } : null
}

function progressOf(tags: readonly Tag[]): number | null {
  const told = tags.findLast(({ type, payload }) => type === "PROGRESS" && /^[+-]?\d+(?:\.\d+)?\s?%?$/.test(payload))
  return told ? Math.min(100, Math.max(0, Number.parseFloat(told.payload))) : null
}

/** The nearest passage of the agent's own words before a signal that gives no reason of its own. */
function wordsBefore(passages: readonly string[], { passage, from }: Found, tag: string): string {
  for (let index = passage; index >= 0; index -= 1) {
    const text = passages[index] ?? ""
    const said = oneLine(withoutTags(index === passage ? text.slice(0, from) : text, tag), LONGEST_EXCERPT)
    if (said !== "") return said
  }
  return ""
}

function withoutTags(text: string, tag: string): string {
  return cut(text, tagsIn(text, tag))
}

function cut(text: string, tags: readonly Tag[]): string {
  let rest = ""
  let kept = 0
  for (const { from, to } of tags) {
    rest += text.slice(kept, from)
    kept = to
  }
  return rest + text.slice(kept)
}

/** Fit to be shown to the user, and to be written down: cutting must not leave half a character (F28). */
function oneLine(text: string, longest: number): string {
  return wellFormed(excerpt(text.trim(), longest))
}
