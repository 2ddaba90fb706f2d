// Owns: which entries fit what was typed, in which order, and which letters did (U22). Pure.

export type Rankable = {
  readonly key: string
  readonly title: string
  /** The title as it is searched; as long as the title, so that a place in one is the same place in the other. */
  readonly folded: string
  /** Searched too, by whole pieces: what it is about, where it is. */
  readonly more: string
  /** Always after what can be undone. */
  readonly isDestructive: boolean
  /** Why it cannot be done now; shown last. */
  readonly refusal: string | null
}

/** `marks`: the letters of the title that were typed. */
export type Ranked<Entry> = { readonly entry: Entry; readonly marks: readonly number[] }

type Found<Entry> = Ranked<Entry> & { readonly score: number; readonly at: number }

/** `recent`: keys, the last used first. */
export function rank<Entry extends Rankable>(
  entries: readonly Entry[],
  query: string,
  recent: readonly string[] = [],
): readonly Ranked<Entry>[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== "")
  const used = new Map(recent.map((key, at) => [key, recent.length - at]))
  const found: Found<Entry>[] = []
  for (const [at, entry] of entries.entries()) {
    const fit = fitAll(entry, words)
    if (fit) found.push({ entry, at, marks: fit.marks, score: fit.score + (used.get(entry.key) ?? 0) })
  }
  return found.sort((a, b) => rankOf(a.entry) - rankOf(b.entry) || b.score - a.score || a.at - b.at)
}

function rankOf({ refusal, isDestructive }: Rankable): number {
  return refusal !== null ? 2 : isDestructive ? 1 : 0
}

type Fit = { readonly score: number; readonly marks: readonly number[] }

const everything: Fit = { score: 0, marks: [] }

/** Every word has to be somewhere. */
function fitAll(entry: Rankable, words: readonly string[]): Fit | null {
  let score = 0
  let marks: readonly number[] = everything.marks
  for (const word of words) {
    const fit = fitTitle(entry.folded, word) ?? (entry.more.includes(word) ? { score: IN_MORE, marks: [] } : null)
    if (!fit) return null
    score += fit.score
    marks = marks.length === 0 ? fit.marks : [...new Set([...marks, ...fit.marks])].sort((a, b) => a - b)
  }
  return { score, marks }
}

// Far enough apart that no bonus lifts one kind of match over a better kind.
const WHOLE = 6000
const BEGINS = 5000
const WORD = 4000
const INITIALS = 3000
const INSIDE = 2000
const IN_MORE = 1500
const SCATTERED = 1000

function fitTitle(title: string, word: string): Fit | null {
  if (title === word) return { score: WHOLE, marks: run(0, word.length) }
  const first = title.indexOf(word)
  if (first === 0) return { score: BEGINS - title.length, marks: run(0, word.length) }
  if (first > 0) {
    const at = atWordStart(title, word, first)
    // Which word it is says little: of equals, the order in which they were given counts.
    return at === null ? { score: INSIDE - first, marks: run(first, word.length) } : { score: WORD, marks: run(at, word.length) }
  }
  if (word.length < 2) return null
  return initials(title, word) ?? scattered(title, word)
}

function atWordStart(title: string, word: string, from: number): number | null {
  for (let at = from; at >= 0; at = title.indexOf(word, at + 1)) if (isWordStart(title, at)) return at
  return null
}

/** "gtn": Go to the next. */
function initials(title: string, word: string): Fit | null {
  const marks: number[] = []
  for (let at = 0; at < title.length && marks.length < word.length; at += 1)
    if (title[at] === word[marks.length] && isWordStart(title, at)) marks.push(at)
  return marks.length === word.length ? { score: INITIALS - (marks[0] ?? 0), marks } : null
}

/** The letters in their order with others between them: found from the left, then pulled together from the right. */
function scattered(title: string, word: string): Fit | null {
  let end = -1
  for (const letter of word) {
    end = title.indexOf(letter, end + 1)
    if (end < 0) return null
  }
  const marks: number[] = []
  for (let at = end, letter = word.length - 1; letter >= 0; at -= 1)
    if (title[at] === word[letter]) {
      marks.unshift(at)
      letter -= 1
    }
  const begin = marks[0] ?? 0
  const gaps = end - begin + 1 - word.length
  // Letters strewn over a whole sentence mean nothing.
  if (gaps > word.length) return null
  const starts = marks.filter((at) => isWordStart(title, at)).length
  return { score: SCATTERED + starts * 20 - gaps * 5 - begin, marks }
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !isWordLetter(text.charCodeAt(at - 1))
}

function isWordLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
}

function run(from: number, length: number): readonly number[] {
  return Array.from({ length }, (_, at) => from + at)
}

const folds = new Map<string, string>()

/** Small letters without accents, one for one: "É" is found by "e". */
export function fold(text: string): string {
  // By halves of characters, not by characters: the length has to stay.
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()).replace(/[\u0080-\uffff]/g, foldUnit)
}

function foldUnit(unit: string): string {
  const known = folds.get(unit)
  if (known !== undefined) return known
  const folded = unit.normalize("NFD").charAt(0).toLowerCase().charAt(0) || unit
  folds.set(unit, folded)
  return folded
}

/** The title in pieces, alternating between what was not typed and what was. */
export function pieces(
  title: string,
  marks: readonly number[],
): readonly { readonly text: string; readonly isMarked: boolean }[] {
  const marked = new Set(marks)
  const made: { text: string; isMarked: boolean }[] = []
  for (let at = 0; at < title.length; at += 1) {
    const last = made.at(-1)
    // The second half of a character goes with the first.
    const isHalf = /[\udc00-\udfff]/.test(title.charAt(at)) && last !== undefined
    const isMarked = isHalf ? last.isMarked : marked.has(at)
    if (last?.isMarked === isMarked) last.text += title.charAt(at)
    else made.push({ text: title.charAt(at), isMarked })
  }
  return made
}
