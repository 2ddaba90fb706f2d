// Owns: marking found words in what is drawn, without touching it: the browser paints over ranges of text. One registry for the whole page, so
// several conversations that are searched share it.
import { wordsPattern } from "@kibitz/domain"

type Marks = { readonly all: readonly Range[]; readonly current: readonly Range[] }

/** Painting is cheap, making a range is not: a single letter is found everywhere. */
const MOST_MARKS = 2_000
const BLOCKS = "p, li, td, th, dt, dd, pre, h3, h4, h5, h6, blockquote, summary, button, header, .code-line"

const owners = new Map<object, Marks>()

export function mark(owner: object, marks: Marks | null): void {
  if (marks === null) owners.delete(owner)
  else owners.set(owner, marks)
  if (typeof CSS === "undefined" || !("highlights" in CSS)) return
  paint(
    "found",
    [...owners.values()].flatMap(({ all }) => all),
  )
  paint(
    "found-current",
    [...owners.values()].flatMap(({ current }) => current),
  )
}

function paint(name: string, ranges: readonly Range[]): void {
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}

/** In the lines that are drawn right now. `key`: the line the reader was taken to. */
export function marksIn(lines: Iterable<HTMLElement>, text: string, key: string | null): Marks {
  const pattern = wordsPattern(text, "giu")
  const all: Range[] = []
  const current: Range[] = []
  for (const line of lines) {
    const into = line.dataset.line === key ? current : all
    if (all.length + current.length < MOST_MARKS) into.push(...rangesIn(line, pattern))
  }
  return { all, current }
}

/** Words may begin in one element and end in the next: bold text in the middle of a sentence. */
export function rangesIn(line: HTMLElement, pattern: RegExp): Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = []
  let text = ""
  let block: Element | null = null
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const inside = node.parentElement
    if (!(node instanceof Text) || inside?.closest("[aria-hidden=true], .visually-hidden, .row-facts, .why-button")) continue
    const around = inside?.closest(BLOCKS) ?? line
    if (block !== null && around !== block) text += "\n"
    block = around
    nodes.push({ node, from: text.length })
    text += node.data
  }
  const ranges: Range[] = []
  for (const match of text.matchAll(pattern)) {
    if (match[0] === "") continue
    const from = placeOf(nodes, match.index)
    const to = placeOf(nodes, match.index + match[0].length - 1)
    if (!from || !to) continue
    const range = document.createRange()
    range.setStart(from.node, from.offset)
    range.setEnd(to.node, to.offset + 1)
    ranges.push(range)
  }
  return ranges
}

function placeOf(nodes: readonly { readonly node: Text; readonly from: number }[], at: number) {
  const found = nodes.findLast(({ from }) => from <= at)
  if (!found) return null
  return { node: found.node, offset: Math.min(at - found.from, Math.max(0, found.node.data.length - 1)) }
}
