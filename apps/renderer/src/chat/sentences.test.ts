import { expect, test } from "vitest"
import { lastWords, nextSentences } from "./sentences.ts"

test("only whole sentences are said, each once, and the rest at the end", () => {
  const first = nextSentences("One is done. Two is not yet", 0)
  expect(first).toEqual({ text: "One is done.", upTo: 12 })
  const second = nextSentences("One is done. Two is not yet finished! And **three", first.upTo)
  expect(second.text).toBe("Two is not yet finished!")
  expect(lastWords("One is done. Two is not yet finished! And **three**", second.upTo)).toBe("And three")
})

test("a full stop inside a number or a name does not end a sentence, and marks are not spelled out", () => {
  expect(nextSentences("Version 1.5 of `auth.ts` is", 0).text).toBe("")
  expect(nextSentences("## Title\n- [the link](https://example.org) is here\n", 0).text).toBe("Title - the link is here")
})
