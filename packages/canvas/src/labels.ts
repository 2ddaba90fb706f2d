// Owns: text on the map: how wide it is, and where it must be cut to fit. Each text is measured once, and letter by letter only when it has to be
// cut; after that a cut at any width costs no measuring, so that zooming does not measure at all.
import type { Surface } from "./surface.ts"

const ELLIPSIS = "…"
/** No text of the map shows more; longer ones are not measured to their end. */
const LONGEST = 240

const plain = /^[\x20-\x7e]*$/

type Measured = {
  readonly text: string
  readonly width: number
  /** What a reader sees as letters: a cut never halves one. */
  readonly letters: readonly string[]
  /** Width of the text up to and including each letter; null until it has to be cut. */
  ends: readonly number[] | null
  /** The cuts made so far, by number of letters left. */
  readonly cuts: (string | undefined)[]
}

/** Remembers so many texts of each font; the one not asked for longest is forgotten first. */
export class Labels {
  readonly #most: number
  readonly #known = new Map<string, Map<string, Measured>>()
  readonly #ellipsis = new Map<string, number>()
  #segmenter: Intl.Segmenter | null = null

  constructor(most = 4_000) {
    this.#most = most
  }

  get size(): number {
    return [...this.#known.values()].reduce((so, { size }) => so + size, 0)
  }

  /** To be called when fonts have loaded or the text size has changed: widths are no longer what they were. */
  clear(): void {
    this.#known.clear()
    this.#ellipsis.clear()
  }

  width(surface: Surface, font: string, text: string): number {
    return this.#measured(surface, font, text).width
  }

  /** The text, or as much of it as fits with an ellipsis; empty where not even one letter does. */
  fitted(surface: Surface, font: string, text: string, width: number): string {
    const measured = this.#measured(surface, font, text)
    if (measured.width <= width) return measured.text
    const { letters, cuts } = measured
    measured.ends ??= endsOf(surface, font, letters)
    const left = lettersWithin(measured.ends, width - this.#ellipsisWidth(surface, font))
    if (left === 0) return ""
    cuts[left] ??= shortened(letters.slice(0, left).join(""))
    return cuts[left]
  }

  /** The text over so many lines at most, broken between words; the last is cut with an ellipsis where there is more. */
  lines(surface: Surface, font: string, text: string, width: number, most: number): readonly string[] {
    const measured = this.#measured(surface, font, text)
    if (measured.width <= width || most <= 1) return [this.fitted(surface, font, text, width)]
    const { letters } = measured
    measured.ends ??= endsOf(surface, font, letters)
    const { ends } = measured
    const lines: string[] = []
    let from = 0
    while (from < letters.length) {
      const before = ends[from - 1] ?? 0
      if ((ends.at(-1) ?? 0) - before <= width) return [...lines, letters.slice(from).join("")]
      if (lines.length === most - 1) {
        const left = lettersWithin(ends, before + width - this.#ellipsisWidth(surface, font))
        return left <= from ? lines : [...lines, shortened(letters.slice(from, left).join(""))]
      }
      const fits = lettersWithin(ends, before + width)
      // Not even one letter has room.
      if (fits <= from) return lines
      const to = wordEnd(letters, from, fits)
      lines.push(letters.slice(from, to).join("").trimEnd())
      from = to
      while (letters[from] === " ") from++
    }
    return lines
  }

  #measured(surface: Surface, font: string, text: string): Measured {
    const known = this.#ofFont(font)
    const before = known.get(text)
    if (before === undefined) {
      const fresh = this.#measure(surface, font, text)
      known.set(text, fresh)
      if (known.size > this.#most) forgetOldest(known)
      return fresh
    }
    // Asked for again: it is now the youngest. Only worth the trouble when something may soon be forgotten.
    if (known.size * 2 > this.#most) {
      known.delete(text)
      known.set(text, before)
    }
    return before
  }

  #ofFont(font: string): Map<string, Measured> {
    const known = this.#known.get(font)
    if (known !== undefined) return known
    const fresh = new Map<string, Measured>()
    this.#known.set(font, fresh)
    return fresh
  }

  #measure(surface: Surface, font: string, text: string): Measured {
    surface.font = font
    const all = this.#lettersOf(text.slice(0, LONGEST * 4))
    const letters = all.length > LONGEST ? [...all.slice(0, LONGEST - 1), ELLIPSIS] : all
    const shown = letters.join("")
    return { text: shown, width: surface.measureText(shown).width, letters, ends: null, cuts: [] }
  }

  /** Where every sign is a letter of its own nobody has to be asked; making the one who is takes longer than the first picture may. */
  #lettersOf(text: string): readonly string[] {
    if (plain.test(text)) return text.split("")
    this.#segmenter ??= new Intl.Segmenter()
    return Array.from(this.#segmenter.segment(text), ({ segment }) => segment)
  }

  #ellipsisWidth(surface: Surface, font: string): number {
    const known = this.#ellipsis.get(font)
    if (known !== undefined) return known
    surface.font = font
    const { width } = surface.measureText(ELLIPSIS)
    this.#ellipsis.set(font, width)
    return width
  }
}

function endsOf(surface: Surface, font: string, letters: readonly string[]): readonly number[] {
  surface.font = font
  let so = ""
  return letters.map((letter) => {
    so += letter
    return surface.measureText(so).width
  })
}

/** Where a line ends that has room up to `fits`: after the last whole word, or within one that is longer than a line. */
function wordEnd(letters: readonly string[], from: number, fits: number): number {
  for (let at = fits; at > from; at--) if (letters[at] === " " || letters[at - 1] === " ") return at
  return fits
}

/** One ellipsis, however the text goes on: a verb that has its own ends there, and no comma stays before it. */
function shortened(start: string): string {
  const own = start.indexOf(ELLIPSIS)
  return (own > 0 ? start.slice(0, own) : start.replace(/[\s,;:·]+$/u, "")) + ELLIPSIS
}

/** A map keeps the order in which things were put in. */
function forgetOldest(known: Map<string, Measured>): void {
  for (const oldest of known.keys()) {
    known.delete(oldest)
    return
  }
}

function lettersWithin(ends: readonly number[], width: number): number {
  let fits = 0
  let over = ends.length
  while (fits < over) {
    const half = (fits + over + 1) >> 1
    if ((ends[half - 1] ?? 0) <= width) fits = half
    else over = half - 1
  }
  return fits
}
