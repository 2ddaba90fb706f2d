import fc from "fast-check"
import { expect, test } from "vitest"
import { plainProse } from "./plain.ts"

test("emphasis, code, headings, lists, quotes and links are read as their words", () => {
  expect(plainProse("**hello** and *this* and ***both***, __so__ and _so_, ~~not~~")).toBe(
    "hello and this and both, so and so, not",
  )
  expect(plainProse("**bold with *more* in it**")).toBe("bold with more in it")
  expect(plainProse("## What I did\n- ran `npm test`\n> quoted\n1. first")).toBe("What I did\nran npm test\nquoted\n1. first")
  expect(plainProse("See [the **log**](https://example.com/a_b 'title') and ![a picture](x.png).")).toBe(
    "See the log and a picture.",
  )
  expect(plainProse("before\n```ts\nconst a = 1\n```\nafter")).toBe("before\nconst a = 1\nafter")
})

test("what only looks like a mark stays", () => {
  for (const text of ["snake_case_name", "src/**/*.ts and *.js", "2 * 3 * 4", "a list[0](x y", "**half", "#1 of 3", "-5 °C"]) {
    expect(plainProse(text)).toBe(text)
  }
  expect(plainProse("`**kwargs` and `a_b_c`")).toBe("**kwargs and a_b_c")
})

test("T21: what is left is as visible as elsewhere, and no words are lost", () => {
  expect(plainProse("**a\u202eb**")).toBe("a⟨U+202E⟩b")
  fc.assert(
    fc.property(fc.array(fc.constantFrom("**", "*", "_", "`", "~~", "#", "- ", "one", "two", " ", "\n")), (parts) => {
      const wordsIn = (text: string) => text.replace(/one/g, "1").replace(/two/g, "2").replace(/[^12]/g, "")
      fc.pre(!parts.join("").includes("```") && !parts.join("").includes("~~~"))
      expect(wordsIn(plainProse(parts.join("")))).toBe(wordsIn(parts.join("")))
    }),
  )
})
