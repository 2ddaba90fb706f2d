import fc from "fast-check"
import { expect, test } from "vitest"
import { fold, pieces, type Rankable, rank } from "./rank.ts"

const entry = (title: string, more: Partial<Rankable> = {}): Rankable => ({
  key: title,
  title,
  folded: fold(title),
  more: "",
  isDestructive: false,
  refusal: null,
  ...more,
})
const titles = (entries: readonly Rankable[], query: string, recent?: readonly string[]) =>
  rank(entries, query, recent).map((found) => found.entry.title)

const some = [
  entry("Go to the next thing that needs you"),
  entry("Run control: autonomous"),
  entry("Run control: assisted"),
  entry("Next tab"),
  entry("/repair", { more: fold("Repair mode. --autonomous") }),
  entry("/dismiss", { isDestructive: true }),
  entry("Split", { refusal: "The window is too narrow." }),
]

test("what begins so comes before what has a word like it, that before what has it inside or beside it", () => {
  expect(titles(some, "next")).toEqual(["Next tab", "Go to the next thing that needs you"])
  expect(titles(some, "auton")).toEqual(["Run control: autonomous", "/repair"])
  expect(titles(some, "rca")).toEqual(["Run control: autonomous", "Run control: assisted"])
  expect(titles(some, "control auto")).toEqual(["Run control: autonomous"])
  expect(titles(some, "zzz")).toEqual([])
})

test("letters may be left out, but not strewn over a sentence", () => {
  expect(titles(some, "nxtb")).toEqual(["Next tab"])
  expect(titles([entry("Go to the next thing that needs you")], "gxy")).toEqual([])
  expect(titles([entry("Zoom out one level")], "move")).toEqual([])
})

test("nothing typed: the last used first, what destroys last but one, what cannot be done last", () => {
  const order = titles(some, "", ["Next tab", "Run control: assisted", "/dismiss", "gone"])
  expect(order.slice(0, 2)).toEqual(["Next tab", "Run control: assisted"])
  expect(order.slice(-2)).toEqual(["/dismiss", "Split"])
  expect(order).toHaveLength(some.length)
})

test("what destroys comes last however well it fits", () => {
  expect(titles([entry("dismiss", { isDestructive: true }), entry("Show what was dismissed")], "dismiss")).toEqual([
    "Show what was dismissed",
    "dismiss",
  ])
})

test("capitals and accents do not matter, and the marks are the letters that were typed", () => {
  const [found] = rank([entry("Élodie Straße")], "elo stra")
  const marked = pieces("Élodie Straße", found?.marks ?? []).filter(({ isMarked }) => isMarked)
  expect(marked.map(({ text }) => text)).toEqual(["Élo", "Stra"])
  expect(pieces("ab", [])).toEqual([{ text: "ab", isMarked: false }])
})

test("any text can be searched for in any title; the marks are always letters of the title that spell it", () => {
  const text = fc.string({ unit: fc.constantFrom(..."abAB -/É", "𝒜", "ß", "İ"), maxLength: 12 })
  fc.assert(
    fc.property(text, text, (title, query) => {
      expect(fold(title)).toHaveLength(title.length)
      for (const { marks } of rank([entry(title)], query)) {
        expect(marks.every((at, i) => at >= 0 && at < title.length && at > (marks[i - 1] ?? -1))).toBe(true)
        const letters = new Set(fold(query).split(""))
        expect(marks.every((at) => letters.has(fold(title).charAt(at)))).toBe(true)
        expect(
          pieces(title, marks)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(title)
        // Half a character is none.
        for (const piece of pieces(title, marks)) expect(piece.text.isWellFormed()).toBe(true)
      }
    }),
  )
})
