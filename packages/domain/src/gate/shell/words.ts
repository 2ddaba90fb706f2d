// Owns: what is known of a word before bash has expanded it.
import type { DoubleQuotedChild, Word, WordPart } from "unbash"

export type Arg = {
  /** The literal value; for a dynamic word its source text. */
  readonly value: string
  /** Parts of it are only known when it runs. */
  readonly dynamic: boolean
  readonly glob: boolean
  /** It could turn out to be an option, or several words. */
  readonly loose: boolean
}

export const literalArg = (value: string): Arg => ({ value, dynamic: false, glob: false, loose: false })
/** A word that a program appends, such as xargs: nothing is known of it. */
export const appendedArg: Arg = { value: "{}", dynamic: true, glob: false, loose: true }

/** What bash puts in the place of `<(…)`. */
export const substituted = "/dev/fd/63"

/** More than one only for a brace list such as `src/{a,b}`. */
export function argsOf(word: Word): Arg[] {
  const parts = word.parts
  if (!parts) return [literalArg(word.value)]
  if (parts.length === 1 && parts[0]?.type === "ProcessSubstitution") return [{ ...literalArg(substituted), dynamic: true }]
  const list = braceList(parts)
  if (list) return list.map((value) => ({ ...literalArg(value), glob: parts.some((part) => part.type === "Glob") }))
  const dynamic = parts.some(isDynamic)
  const glob = parts.some((part) => part.type === "Glob" || part.type === "ExtendedGlob")
  if (!dynamic) return [{ value: word.value, dynamic: false, glob, loose: glob && !/^[\w./]/.test(word.value) }]
  const splits = parts.some((part) => isDynamic(part) && part.type !== "DoubleQuoted")
  return [{ value: unquoted(word.text), dynamic: true, glob, loose: splits || !startsPlain(parts[0]) }]
}

export function isLiteral(word: Word): boolean {
  return !word.parts?.some((part) => isDynamic(part) || part.type === "Glob" || part.type === "ExtendedGlob")
}

function isDynamic(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "Glob":
      return part.type === "Glob" && part.kind === "bracket" && part.parts.some(isDynamic)
    case "DoubleQuoted":
      return part.parts.some((child: DoubleQuotedChild) => child.type !== "Literal")
    case "AnsiCQuoted":
      // Beyond these escapes implementations differ (a NUL ends the string, \c and \u depend on the locale).
      return !/^\$'([^\\]|\\[abefnrtv\\'"?])*'$/s.test(part.text)
    default:
      return true
  }
}

function startsPlain(part: WordPart | undefined): boolean {
  const first = part?.type === "DoubleQuoted" ? part.parts[0] : part
  return (first?.type === "Literal" || first?.type === "SingleQuoted") && first.value !== "" && !first.value.startsWith("-")
}

function unquoted(text: string): string {
  return text.replace(/["']/g, "")
}

/** The words of a flat brace list whose other parts are literal; null when it is something else. */
function braceList(parts: readonly WordPart[]): string[] | null {
  const braces = parts.filter((part) => part.type === "BraceExpansion")
  if (braces.length !== 1 || parts.some((part) => part.type !== "BraceExpansion" && isDynamic(part))) return null
  const body = /^\{([^{}"'\\$`]*,[^{}"'\\$`]*)\}$/.exec(braces[0]?.text ?? "")?.[1]
  if (body === undefined) return null
  const at = parts.findIndex((part) => part.type === "BraceExpansion")
  const before = parts.slice(0, at).map(literalOf).join("")
  const after = parts
    .slice(at + 1)
    .map(literalOf)
    .join("")
  const choices = body.split(",")
  return choices.length > 50 ? null : choices.map((choice) => before + choice + after)
}

function literalOf(part: WordPart): string {
  if (part.type === "DoubleQuoted") return part.parts.map((child) => (child.type === "Literal" ? child.value : "")).join("")
  return "value" in part ? part.value : ""
}
