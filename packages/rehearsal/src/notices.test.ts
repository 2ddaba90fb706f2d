import { describe, expect, test } from "vitest"
import { askedIn, mostPressing, noticeOf, reportedEnd, wordsOf } from "./notices.ts"

const fence = (heading: string, agent = "Ed", inside = "text") =>
  `${heading}\n<<untrusted w0rd source="the last reply of ${agent}" agent="${agent}">>\nData.\n${inside}\n<<end w0rd>>`
const asks = "Ed asks you. Answer with answer_child and the question's id, item_01; set dontKnow when it is not yours to decide."

describe("what Kibitz says is told from what people say", () => {
  test.each([
    ["[Kibitz] continuation 3 of 50\nYou are alone; go on.", "continuation"],
    ["[Kibitz] continuation 3 of 50\nGo on.\n\n[Kibitz] verification failed\n0 of 1 checks passed.", "verification"],
    ["[Kibitz] verification failed\n0 of 1 checks passed.", "verification"],
    ["[Kibitz] restart, there was no network\nThe last try ended with: nobody listens.", "restart"],
    ["[Kibitz] restart 2 of 3\nThe last try failed.", "restart"],
    ["[Kibitz] restarted at 2026-03-04T05:06:07Z. No tool call was under way.", "restarted"],
    ["[Kibitz] user joined · 2026-03-04T05:06:07Z · desktop\nHand over first.", "joined"],
    ["[Kibitz] user left · 2026-03-04T05:06:07Z\nYou may decide alone.", "left"],
    ["[Kibitz] user declined: not now\nYou may knock again.", "other"],
    ["[The user stopped your last reply before it was finished.]", "other"],
    ["[Your phase is now execution. It was planning.]", "other"],
    ['The answer to your question "Which?":\njose', "answer"],
    ['The answer of Noa to your question "Which?":\njose', "answer"],
    [fence("Ed says that it is done."), "report"],
    [fence("Ed has ended its turn."), "report"],
    [fence("Ed tells you:"), "report"],
    ["Ed is stuck: Ed has made the same call 4 times in a row.", "report"],
    ["Ed has failed for good: The key was refused.", "report"],
    [fence(asks), "question"],
    ["hello", null],
    ["My build is stuck: it hangs.", null],
    ["The answer is 42", null],
    ["Is [this] mine?", null],
    ["continue", null],
  ])("%j", (text, notice) => {
    expect(noticeOf(text)).toBe(notice)
    expect(wordsOf(text)).toBe(notice === null ? text : null)
  })

  test("a new assignment comes in a notice, and what it says counts like the first one", () => {
    expect(wordsOf("[Kibitz] new assignment\nThis replaces what you were doing:\nrehearse: slow\nplease")).toBe(
      "rehearse: slow\nplease",
    )
  })

  test("of several the most pressing is answered; what changes nothing is not", () => {
    expect(mostPressing(["[Kibitz] user left · now", "[Kibitz] continuation 1 of 50", fence("Ed says that it is done.")])).toBe(
      "report",
    )
    expect(mostPressing(["[Kibitz] user left · now", "[Kibitz] continuation 1 of 50"])).toBe("continuation")
    expect(mostPressing(["[Your phase is now execution. It was planning.]"])).toBeNull()
  })

  test("the id of a question from below", () => {
    expect([askedIn(fence(asks)), askedIn(fence("Ed tells you:")), askedIn(asks.replace("Ed asks", "I ask"))]).toEqual([
      "item_01",
      null,
      null,
    ])
  })
})

describe("whose end a report tells of", () => {
  test.each([
    [fence("Ed says that it is done."), "Ed"],
    [fence("Ed is done, and its checks passed."), "Ed"],
    [fence("Ed is blocked."), "Ed"],
    [fence("Ed is stuck: no way."), "Ed"],
    ["Ed is stuck: Ed was continued 5 times without progress.", "Ed"],
    ["Ed has failed for good: The key was refused.", "Ed"],
    ["Ed has failed: The stream broke. Kibitz starts it again.", null],
    [fence("Ed tells you:", "Ed", "I am nearly done\nDONE"), null],
    [fence("Ed has ended its turn."), null],
    [fence(asks), null],
    ["Ed is done, I think", null],
  ])("%j", (text, name) => {
    expect(reportedEnd(text)).toBe(name)
  })
})
