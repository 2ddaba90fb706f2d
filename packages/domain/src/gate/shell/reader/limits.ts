// Owns: what is refused before it is parsed, so that no command can make the gate slow or run it out of stack (T2). One pass over the
// text, with just enough of the shell's quoting to leave alone what it takes literally: a long file in a here-document is no burden.

export const MAX_COMMAND = 200_000
export const MAX_LEAVES = 1_000
export const MAX_NODES = 40_000
/** Of the tree that is walked; the text is held to far less. */
export const MAX_TREE_DEPTH = 400
export const MAX_INNER_TEXTS = 16
/** Texts inside texts: `sh -c 'sh -c …'`. */
export const MAX_INNER_DEPTH = 5
/** Of all commands that are texts inside commands, together. */
export const MAX_INNER_CHARACTERS = 40_000
/** Of one reading, wrappers and what they are taken apart into together. */
export const MAX_COMMANDS_AS_WORDS = 4_000
const MAX_WORDS = 2_500
const MAX_MARKS = 6_000
const MAX_NESTING = 60
/** A nested script is parsed again at every level: marks and words times levels bounds that. */
const MAX_WORK = 60_000

type Scan = { words: number; marks: number; depth: number; deepest: number; keywords: number; deepestKeywords: number }

/** Why it is too much to read, or null. */
export function tooComplex(text: string): string | null {
  if (text.length > MAX_COMMAND) return `has ${text.length} characters, and ${MAX_COMMAND} are the most that is read`
  const scan: Scan = { words: 0, marks: 0, depth: 0, deepest: 0, keywords: 0, deepestKeywords: 0 }
  scanInto(scan, text)
  return over(scan)
}

function over(scan: Scan): string | null {
  const depth = scan.deepest + Math.floor(scan.deepestKeywords / 2)
  if (depth > MAX_NESTING) return `is nested more than ${MAX_NESTING} deep`
  if (scan.words > MAX_WORDS) return `has more than ${MAX_WORDS} words outside of quotes and here-documents`
  if (scan.marks > MAX_MARKS) return `has more than ${MAX_MARKS} characters that mean something to the shell`
  if (depth > 3 && depth * (scan.words + scan.marks) > MAX_WORK) return "is too long for how deeply it is nested"
  return null
}

const opensKeyword = /^(?:if|case|for|while|until|select|coproc|time|!)$/
const closesKeyword = /^(?:fi|esac|done)$/
const opens = table("([{")
const closes = table(")]}")
const separates = table(" \t\n\r\v\f;&|()<>")
const marks = table("$`\"'\\{}[]()*?<>|&;=+!~^#%\n")
const marksInDouble = table('$`\\"')

function table(characters: string): Uint8Array {
  const found = new Uint8Array(128)
  for (const char of characters) found[char.charCodeAt(0)] = 1
  return found
}

function scanInto(scan: Scan, text: string): void {
  const heredocs: Heredoc[] = []
  let double = false
  let word = -1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 92) {
      scan.marks += 1
      i += 1
      if (word < 0) word = i
      continue
    }
    if (code === 39 && !double) {
      const end = text.indexOf("'", i + 1)
      scan.marks += 2
      if (word < 0) word = i
      if (end < 0) break
      // `$'a\'b'` ends later; what is counted too much by that is harmless.
      i = end
      continue
    }
    if (code === 34) double = !double
    if ((double ? marksInDouble : marks)[code] === 1) {
      scan.marks += 1
      if (scan.marks > MAX_MARKS || scan.deepest > MAX_NESTING || scan.words > MAX_WORDS) return
      nested(code, scan)
    }
    if (double) {
      if (word < 0) word = i
      continue
    }
    if (code === 60 && scan.depth === 0) heredocAt(text, i, heredocs)
    if (code === 35 && word < 0) {
      const end = text.indexOf("\n", i)
      if (end < 0) break
      i = end - 1
      continue
    }
    if (separates[code] !== 1) {
      if (word < 0) word = i
      continue
    }
    if (word >= 0) counted(text.slice(word, Math.min(i, word + 8)), scan)
    word = -1
    if (scan.words > MAX_WORDS) return
    if (code === 10 && heredocs.length > 0) i = afterBodies(text, i, heredocs, scan)
  }
  if (word >= 0) counted(text.slice(word, word + 8), scan)
}

function nested(code: number, scan: Scan): void {
  if (opens[code] === 1) {
    scan.depth += 1
    if (scan.depth > scan.deepest) scan.deepest = scan.depth
  } else if (closes[code] === 1 && scan.depth > 0) scan.depth -= 1
}

function counted(word: string, scan: Scan): void {
  scan.words += 1
  if (opensKeyword.test(word)) {
    scan.keywords += 1
    if (scan.keywords > scan.deepestKeywords) scan.deepestKeywords = scan.keywords
  } else if (closesKeyword.test(word) && scan.keywords > 0) scan.keywords -= 1
}

const MAX_INDENT = 1_000

type Heredoc = { readonly name: string; readonly quoted: boolean }

function heredocAt(text: string, at: number, heredocs: Heredoc[]): void {
  if (text[at + 1] !== "<" || text[at + 2] === "<" || text[at - 1] === "<") return
  const found = /^<<-?[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?)([\w.-]+))/.exec(text.slice(at, at + 200))
  const name = found?.[1] ?? found?.[2] ?? found?.[4]
  if (name !== undefined) heredocs.push({ name, quoted: found?.[4] === undefined || found[3] !== "" })
}

/** The end of the here-documents that begin behind this line. Only what has an end is left out, and of what bash expands the marks count. */
function afterBodies(text: string, newline: number, heredocs: Heredoc[], scan: Scan): number {
  let at = newline
  for (const { name, quoted } of heredocs.splice(0)) {
    const end = endOfBody(text, at, name)
    if (end < 0) return at
    if (!quoted) for (let i = at; i < end; i++) if (marksInDouble[text.charCodeAt(i)] === 1) scan.marks += 1
    at = end
  }
  return at
}

function endOfBody(text: string, newline: number, name: string): number {
  // Line by line: a line that holds the name a thousand times must not be looked at a thousand times.
  for (let start = newline + 1; start <= text.length; ) {
    const found = text.indexOf("\n", start)
    const end = found < 0 ? text.length : found
    if (end - start < name.length + MAX_INDENT && text.slice(start, end).trimStart() === name) return end - 1
    start = end + 1
  }
  return -1
}
