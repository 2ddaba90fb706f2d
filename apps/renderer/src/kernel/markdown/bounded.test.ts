import { expect, test } from "vitest"
import { boundOf, fits } from "./bounded.ts"

const bounds = { length: 1_000, rare: 10 }

test("T21: plain text is cut by its length, also in writing that is not Latin", () => {
  for (const word of ["word ", "שלום ", "مرحبا ", "слово ", "字 ", "a̐ ", "`x` ", "├──│→ "]) {
    expect(fits(word.repeat(100), bounds), word).toBe(true)
    expect(boundOf(word.repeat(1_000), bounds), word).toBe(1_000)
  }
})

test("T21: what few fonts have is counted, and cuts it long before: pictures, joiners, controls made visible, halves of characters", () => {
  for (const rare of ["👍", "␛", "\u200d", "\u2067", "\ufffd", "\u{10ffff}"]) {
    const text = `${rare} `.repeat(100)
    expect(boundOf(text, bounds), rare).toBe(10 * (rare.length + 1))
    expect(fits(`${rare} `.repeat(10), bounds), rare).toBe(true)
  }
  const family = "👨‍👩‍👧‍👦 and more text after it "
  expect(boundOf(family.repeat(100), bounds)).toBeLessThan(family.length * 2)
})
