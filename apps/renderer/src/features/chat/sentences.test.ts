import type { TranscriptItem } from "@kibitz/domain"
import { expect, test } from "vitest"
import { asksYou, endedText, lastWords, nextSentences, yourTurn } from "./sentences.ts"

test("only whole sentences are said, each once, and the rest at the end", () => {
  const first = nextSentences("One is done. Two is not yet", 0)
  expect(first).toEqual({ text: "One is done.", upTo: 12 })
  const second = nextSentences("One is done. Two is not yet finished! And **three", first.upTo)
  expect(second.text).toBe("Two is not yet finished!")
  expect(lastWords("One is done. Two is not yet finished! And **three**", second.upTo)).toBe("And three")
})

test("ux 7.4: of a reply that has ended all is said, also what came only with its end; of one that broke off, what was seen", () => {
  const live = { turnId: "t1", step: 0, blocks: [{ kind: "text", text: "Do not hurry the" }] } as never
  const reply = (turnId: string, text: string) =>
    ({ kind: "reply", turnId, step: 0, content: [{ type: "text", text }] }) as unknown as TranscriptItem
  expect(endedText(live, [reply("t0", "Before."), reply("t1", "Do not hurry the chorus.")])).toBe("Do not hurry the chorus.")
  expect(endedText(live, [reply("t0", "Before.")])).toBe("Do not hurry the")
})

test("a full stop inside a number or a name does not end a sentence, and marks are not spelled out", () => {
  expect(nextSentences("Version 1.5 of `auth.ts` is", 0).text).toBe("")
  expect(nextSentences("## Title\n- [the link](https://example.org) is here\n", 0).text).toBe("Title - the link is here")
})

test("ux 6: whose turn it is says only what happened: nobody has replied who has had no turn, and a card comes first", () => {
  expect(yourTurn("Ed", "finished")).toBe("Ed has replied. Your turn.")
  expect(yourTurn("Ed", "failed")).toBe("The last turn of Ed failed. Your turn.")
  expect(yourTurn("Ed", "interrupted")).toBe("Ed is stopped. Your turn.")
  expect(yourTurn("Ed", null)).toBe("Your turn.")
  expect(asksYou("Ed", { kind: "question" })).toBe("Ed has asked you a question.")
  expect(asksYou("Ed", { kind: "approval" })).toBe("Ed waits for your word.")
})
