// Owns: what stands inside a passage without being said: code spans, and text between quotation marks. One walk each, so that no text
// is too long for it.

export type Quoted = {
  isCode(at: number): boolean
  /** Whether one quotation holds both places and so all between them. */
  isQuotation(from: number, to: number): boolean
}

const nothing: Quoted = { isCode: () => false, isQuotation: () => false }

export function quotedIn(text: string): Quoted {
  // Most passages: a long reply of short ones would otherwise pay for the tables of each.
  if (!anyMark.test(text)) return nothing
  const code = codeSpans(text)
  const quotations = quotationsIn(text, code)
  return {
    isCode: (at) => code[at] === 1,
    isQuotation: (from, to) => quotations[from] !== 0 && quotations[from] === quotations[to],
  }
}

/** 1 where a place is inside a code span, its backticks included. A row of backticks is closed by the next row of the same length. */
function codeSpans(text: string): Uint8Array {
  const inside = new Uint8Array(text.length)
  const closings = rowsByLength(text)
  let row = nextRow(text, 0)
  while (row) {
    const { at, length } = row
    // A backslash takes the first backtick out of an opening row; a closing row does not mind it.
    const opening = isEscaped(text, at) ? length - 1 : length
    const closing = closings.get(opening)?.after(at)
    const end = closing === undefined ? at + length : closing + opening
    if (closing !== undefined) inside.fill(1, at + length - opening, end)
    row = nextRow(text, end)
  }
  return inside
}

function nextRow(text: string, from: number): { at: number; length: number } | null {
  const at = text.indexOf("`", from)
  if (at === -1) return null
  let end = at + 1
  while (text[end] === "`") end += 1
  return { at, length: end - at }
}

/** Where the rows of each length are. Asked with places that only grow, each is passed once. */
function rowsByLength(text: string): ReadonlyMap<number, { after(at: number): number | undefined }> {
  const places = new Map<number, number[]>()
  for (let row = nextRow(text, 0); row; row = nextRow(text, row.at + row.length)) {
    const same = places.get(row.length)
    if (same) same.push(row.at)
    else places.set(row.length, [row.at])
  }
  const lists = [...places].map(([length, list]) => {
    let next = 0
    const after = (at: number) => {
      while (next < list.length && (list[next] ?? 0) <= at) next += 1
      return list[next]
    }
    return [length, { after }] as const
  })
  return new Map(lists)
}

export function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text[from - 1] === "\\") from -= 1
  return (at - from) % 2 === 1
}

/** What each mark is closed by. */
const closers: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”",
  "„": "“”",
  "”": "”",
  "‘": "’",
  "‚": "‘’",
  "«": "»",
  "»": "«",
  "‹": "›",
  "›": "‹",
  "「": "」",
  "『": "』",
}
/** Also an inch, an apostrophe or the end of a quotation: they open only where a word begins. */
const ambiguous = new Set(['"', "'", "”", "»", "›"])
const anyQuotationMark = /["'“”„‘’‚«»‹›「」『』]/g
const anyMark = /[`"'“”„‘’‚«»‹›「」『』]/

/** For each place the number of the quotation it is in; 0: none. */
function quotationsIn(text: string, code: Uint8Array): Uint32Array {
  const inside = new Uint32Array(text.length)
  const places = placesOf(anyQuotationMark, text).filter((at) => code[at] !== 1)
  const lastOf = lastClosers(text, places)
  let open: { at: number; by: string } | null = null
  let count = 0
  for (const at of places) {
    const mark = text.charAt(at)
    if (open) {
      if (!open.by.includes(mark) || !canClose(text, at, mark)) continue
      count += 1
      inside.fill(count, open.at, at + 1)
      open = null
      continue
    }
    const by = closers[mark] ?? ""
    // One that nothing closes is no quotation, and must not hide the rest.
    if (by !== "" && canOpen(text, at, mark) && isClosedAfter(at, by, lastOf)) open = { at, by }
  }
  return inside
}

function placesOf(pattern: RegExp, text: string): number[] {
  const places: number[] = []
  pattern.lastIndex = 0
  while (pattern.test(text)) places.push(pattern.lastIndex - 1)
  return places
}

/** By mark: the last place where it could close a quotation. */
function lastClosers(text: string, places: readonly number[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const at of places) {
    const mark = text.charAt(at)
    if (canClose(text, at, mark)) last.set(mark, at)
  }
  return last
}

function isClosedAfter(at: number, by: string, lastOf: ReadonlyMap<string, number>): boolean {
  for (const closer of by) if ((lastOf.get(closer) ?? -1) > at) return true
  return false
}

function canOpen(text: string, at: number, mark: string): boolean {
  return !ambiguous.has(mark) || (!isWord(text.charAt(at - 1)) && !isSpace(text.charAt(at + 1)))
}

/** Not the apostrophe in "don't", nor a mark that stands where a word begins. */
function canClose(text: string, at: number, mark: string): boolean {
  if (mark === '"' || mark === "'") return !isSpace(text.charAt(at - 1)) && !isWord(text.charAt(at + 1))
  return mark !== "’" || !isWord(text.charAt(at + 1))
}

function isWord(char: string): boolean {
  if (char >= "\u0080") return /[\p{L}\p{N}]/u.test(char)
  return (char >= "a" && char <= "z") || (char >= "A" && char <= "Z") || (char >= "0" && char <= "9")
}

/** Or nothing: the edge of the passage. */
function isSpace(char: string): boolean {
  return char.trim() === ""
}
