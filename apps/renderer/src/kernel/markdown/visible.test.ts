import fc from "fast-check"
import { expect, test } from "vitest"
import { visibleProse, visibleText } from "./visible.ts"

test("T21, F28: terminal sequences vanish, whatever they carry", () => {
  expect(visibleText("\u001b[31mred\u001b[0m plain")).toBe("red plain")
  expect(visibleText("a\u001b]52;c;aGk=\u0007b")).toBe("ab")
  expect(visibleText("a\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\b")).toBe("alinkb")
  expect(visibleText("a\u009b31mb")).toBe("ab")
})

test("T21: marks of direction are visible in code, overrides everywhere", () => {
  expect(visibleText("a\u202eb\u2066c\u200bd")).toBe("a⟨U+202E⟩b⟨U+2066⟩c⟨U+200B⟩d")
  expect(visibleProse("שלום\u200f \u202ebad")).toBe("שלום\u200f ⟨U+202E⟩bad")
})

test("F28: what is left is well-formed and holds no control character but tab and line break", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }), (text) => {
      const shown = visibleText(text)
      expect(shown.isWellFormed()).toBe(true)
      expect(shown).not.toMatch(/(?![\t\n])\p{Cc}/u)
      expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    }),
    { numRuns: 500 },
  )
})

test("a lone surrogate and both kinds of line break", () => {
  expect(visibleText("a\ud800b\r\nc\rd")).toBe("a\ufffdb\nc\nd")
})
