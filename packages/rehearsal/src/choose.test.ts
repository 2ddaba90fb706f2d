import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { answerTo } from "./answer.ts"
import { countAttempts } from "./attempts.ts"
import { chooseScene } from "./choose.ts"
import { loadScenarios } from "./load.ts"
import type { RequestMessage } from "./request.ts"
import type { Scenario } from "./scenario.ts"

let scenarios: readonly Scenario[]
beforeAll(async () => {
  scenarios = await loadScenarios(join(import.meta.dirname, "../../../resources/rehearsal"))
})

const said = (...texts: string[]): RequestMessage => ({ role: "user", content: texts.map((text) => ({ type: "text", text })) })
const reply = (text = "…"): RequestMessage => ({ role: "assistant", content: [{ type: "text", text }] })
const called = (name: string, input: object = {}): RequestMessage => ({
  role: "assistant",
  content: [{ type: "tool_use", id: "t1", name, input }],
})
const result = (...texts: string[]): RequestMessage => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }, ...said(...texts).content],
})
const joined = "[Kibitz] user joined · now · desktop\nHand over first."
const left = "[Kibitz] user left · now\nYou may decide alone."
const continued = "[Kibitz] continuation 1 of 50\nYou are alone."
const gap = "[Kibitz] verification failed\n0 of 1 checks passed."
const report = 'Ed says that it is done.\n<<untrusted w source="x" agent="Ed">>\nData.\nDONE\n<<end w>>'
const place = (...messages: RequestMessage[]) => {
  const { scenario, stepNumber } = chooseScene(scenarios, messages)
  return `${scenario.name} ${stepNumber}`
}
const replyTo = (messages: readonly RequestMessage[], system = "You are Ed, an agent of Kibitz, an app.") => {
  const body = { model: "claude-sonnet-5-5", max_tokens: 9000, system, messages, tools: [] as unknown[] }
  const text = JSON.stringify(body)
  const { answer } = answerTo({ text, bytes: text.length, requestId: "r" }, scenarios, countAttempts())
  if (answer.kind !== "message") throw new Error(`got a ${answer.kind}`)
  const { content } = JSON.parse(answer.json) as { content: { text?: string }[] }
  return content.map((block) => block.text ?? "").join("|")
}

describe("notices in the middle of a part", () => {
  test("do not change which part is played, wherever they stand", () => {
    expect(place(said(joined, "hello"))).toBe("greeting 0")
    expect(place(said("hello", joined))).toBe("greeting 0")
    expect(place(said("hi"), reply(), said(left, joined, "rehearse: slow"))).toBe("slow 0")
    expect(place(said("rehearse: ten reads"), called("read_file"), result(left))).toBe("ten-reads 1")
    expect(place(said("rehearse: ten reads"), called("read_file"), result(), reply(), said(left, continued))).toBe("ten-reads 2")
  })

  test("OPM-4 a part that is through comes to rest: one sentence, and DONE alone on the last line", () => {
    const history = [said("hello"), reply(), said(left, continued)]
    expect(place(...history)).toBe("notice-rest 0")
    expect(replyTo(history)).toMatch(/^[^\n]+\.\n\nDONE$/)
    expect(place(said("rehearse: gate question"), called("ask_user"), result(), reply(), said(continued))).toBe("notice-rest 0")
    expect(place(said("hello"), reply(), said("[Kibitz] restart 1 of 3\nThe last try failed."))).toBe("notice-rest 0")
    expect(place(said("hello"), reply(), said("[Kibitz] restarted at now.", continued))).toBe("notice-rest 0")
  })

  test("an errand that was interrupted by talk is taken up again where it was left", () => {
    const errand = [said("rehearse: ten reads"), called("read_file"), result(), called("read_file"), result(), reply()]
    expect(place(...errand, said(joined, "hello"))).toBe("greeting 0")
    expect(place(...errand, said(joined, "hello"), reply(), said(left, continued))).toBe("ten-reads 3")
    expect(place(...errand, said(joined, "hello"), reply(), said(left, continued), called("read_file"), result())).toBe(
      "ten-reads 4",
    )
  })

  test("what only ever failed is not taken up again", () => {
    expect(place(said("rehearse: key refused"), said("hello"), reply(), said(continued))).toBe("notice-rest 0")
    expect(place(said("rehearse: key refused"), said("[Kibitz] restart 1 of 3\nAgain."))).toBe("key-refused 0")
  })

  test("OPM-8 a failed check that no part knows of ends in BLOCKED, not in an endless DONE", () => {
    expect(place(said("hello"), reply("DONE"), said(gap))).toBe("notice-verification 0")
    expect(place(said("hello"), reply("DONE"), said(gap, continued))).toBe("notice-verification 0")
    expect(replyTo([said("hello"), reply("DONE"), said(gap)])).toContain("<chorus>BLOCKED:")
  })

  test("reports, answers and a new assignment", () => {
    expect(place(said("rehearse: gate team"), called("spawn_agent"), result(), reply(), said(report))).toBe("child-report 0")
    expect(
      place(
        said("rehearse: gate question"),
        called("ask_user"),
        result(),
        reply(),
        said('The answer to your question "Which?":\na'),
      ),
    ).toBe("notice-answer 0")
    expect(
      place(said("hello"), reply(), said("[Kibitz] new assignment\nThis replaces what you were doing:\nrehearse: slow")),
    ).toBe("slow 0")
  })

  test("OPM-9 a question from below is passed on at once, and costs no line of the own part", () => {
    const asks = `Ed asks you. Answer with answer_child and the question's id, item_7; set dontKnow.\n<<untrusted w source="x" agent="Ed">>\nData.\nWhich?\n<<end w>>`
    const errand = [said("rehearse: ten reads"), called("read_file"), result(asks)]
    const scene = chooseScene(scenarios, errand)
    expect([scene.scenario.name, scene.asked]).toEqual(["notice-question", "item_7"])
    expect(place(...errand, called("answer_child"), result())).toBe("ten-reads 1")
  })
})

describe("OPM-5 a handover", () => {
  const lines = (text: string) => text.split("|")[0]?.trim().split("\n") ?? []

  test("stands before the reply, in three lines, once the user has come", () => {
    const system =
      "You are Ed, an agent of Kibitz, an app.\nYour assignment, in the words of the one who gave it:\n> Mend the roof\nStay."
    const history = [
      said("Mend the roof"),
      called("ask_user", { question: "Tiles or slate?" }),
      result(),
      reply(),
      said(joined, "hello"),
    ]
    const text = replyTo(history, system)
    expect(lines(text)).toEqual([
      "- **State:** Mend the roof",
      "- **While you were away:** 2 replies, one call.",
      "- **I need:** your answer to: Tiles or slate?",
    ])
    expect(text.split("|")[1]).toContain("I am **Ed**")
  })

  test("counts what happened since the user left, and asks for nothing that was answered", () => {
    const answer = 'The answer to your question "Tiles?":\nyes'
    const history = [
      said("a"),
      called("ask_user", { question: "Tiles?" }),
      result(answer),
      reply(),
      said(left, continued),
      reply(),
    ]
    expect(lines(replyTo([...history, said(joined, "b")])).slice(1)).toEqual([
      "- **While you were away:** one reply, no call.",
      "- **I need:** nothing from you",
    ])
  })

  test("comes alone when nothing else is asked, at a tool boundary before the next line, and never from one who has said nothing", () => {
    expect(replyTo([said("hello"), reply(), said(joined)])).toMatch(/^- \*\*State:\*\* you last said “hello”/)
    expect(lines(replyTo([said("rehearse: missing file"), called("read_file"), result(joined)]))).toHaveLength(3)
    expect(replyTo([said(joined, "hello")])).not.toContain("State:")
    expect(replyTo([said("hello"), reply(), said(joined, left, continued)])).not.toContain("State:")
  })
})

describe("by the phase", () => {
  const inPlanning = { name: "Jake", role: "", assignment: null, isPlanning: true }
  const inExecution = { ...inPlanning, isPlanning: false }
  const opening = said("rehearse: perseverance")
  const switched = "[Your phase is now execution. It was planning.]"

  test("another part is played, and a later switch does not put the actor into the middle of the other one", () => {
    expect(chooseScene(scenarios, [opening], inPlanning).step).toBe(
      chooseScene(scenarios, [opening], inPlanning).scenario.inPlanning?.[0],
    )
    expect(chooseScene(scenarios, [opening], inExecution).step).toBe(
      chooseScene(scenarios, [opening], inExecution).scenario.steps[0],
    )
    expect(chooseScene(scenarios, [opening, reply(), said(switched, continued)], inExecution).scenario.name).toBe("notice-rest")
    const again = [opening, reply(), said(switched, "rehearse: perseverance")]
    expect(chooseScene(scenarios, again, inExecution).step.blocks.some((block) => block.type === "tool_use")).toBe(true)
  })
})

describe("a question from below", () => {
  const asks = (question: string) =>
    said(
      `Ed asks you. Answer with answer_child and the question's id, item_7; set dontKnow when it is not yours to decide.\n<<untrusted w source="x" agent="Ed">>\nData.\n${question}\n<<end w>>`,
    )

  test("OPM-9 is answered by who knows it, and handed on by who does not", () => {
    expect(place(said("hello"), reply(), asks("In which currency does the shop count?"))).toBe("questions-known 0")
    expect(place(said("hello"), reply(), asks("Who signs the contract?"))).toBe("notice-question 0")
  })
})
