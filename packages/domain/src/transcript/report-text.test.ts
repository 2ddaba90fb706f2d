import type { AgentId, Instant, ItemId, MessageId } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { fenced } from "../gate/fence.ts"
import type { NoteItem } from "../kernel/transcript-item.ts"
import { headLine } from "../question/head-line.ts"
import { excerptOf, wordsPattern } from "./line-text.ts"
import { reportText } from "./report-text.ts"

const question = "Red or blue?\n1. red\n2. blue (it would pick this)"
const told = (head: string, output: string) =>
  `${head}\n${fenced({ output, fence: "msg_1", source: "a question of Ed", agent: "Ed" })}`
const asked = (...names: string[]) => told(headLine(names, "item_7" as ItemId), question)

describe("what of a report from below a person reads", () => {
  it("of a question: who asks, and what with its options; not how the model is to answer it", () => {
    expect(asked("Ed")).toMatch(
      /^Ed asks you\. Answer with answer_child and the question's id, item_7; set dontKnow when it is not yours to decide\.\n<</,
    )
    expect(reportText(asked("Ed"))).toEqual({ askers: "Ed", body: question })
    expect(reportText(asked("Ed", "Flo"))).toEqual({ askers: "Ed, Flo", body: question })
    const many = Array.from({ length: 22 }, (_, at) => `E${at}`)
    expect(reportText(asked(...many)).askers).toMatch(/^E0, .*, E19, 2 more$/)
    expect(reportText(asked("Ed asks you. Answer with answer_child")).askers).toBe("Ed asks you. Answer with answer_child")
  })

  it("of anything else: what became of it, and what was said, even where that speaks of answering", () => {
    const said =
      "I was told: Answer with answer_child and the question's id, item_7; set dontKnow when it is not yours to decide."
    expect(reportText(told("Ed is done.", said))).toEqual({ askers: null, body: `Ed is done.\n\n${said}` })
    expect(reportText("Ed is stuck: it repeats itself.")).toEqual({ askers: null, body: "Ed is stuck: it repeats itself." })
  })

  it("is what is found in it", () => {
    const at = "2026-01-01T00:00:00.000Z" as Instant
    const item: NoteItem = {
      kind: "note",
      key: "1",
      at,
      messageId: "msg_1" as MessageId,
      note: "report",
      text: asked("Ed", "Flo"),
      from: "ed" as AgentId,
    }
    const finds = (text: string) => excerptOf(item, wordsPattern(text), "chorus") !== null
    expect(["red or blue", "Flo"].map(finds)).toEqual([true, true])
    expect(["answer_child", "item_7", "untrusted"].map(finds)).toEqual([false, false, false])
  })
})
