import fc from "fast-check"
import { expect, test } from "vitest"
import { splitTokens } from "./tokens.ts"

test("tokens joined give the text back, and none splits a code point", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const tokens = splitTokens(text)
      expect(tokens.join("")).toBe(text)
      expect(tokens.every((token) => token.isWellFormed())).toBe(true)
    }),
  )
})

test("a token is about four characters of prose", () => {
  const prose = "The events are written to the journal, all of them or none, and only then does anybody hear of them. ".repeat(20)
  expect(prose.length / splitTokens(prose).length).toBeGreaterThan(3.2)
  expect(prose.length / splitTokens(prose).length).toBeLessThan(5)
})
