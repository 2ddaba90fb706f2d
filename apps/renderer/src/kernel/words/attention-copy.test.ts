import type { AttentionItem } from "@kibitz/contract"
import { expect, test } from "vitest"
import type { Ended } from "../replica/ended.ts"
import { endedLine, itemLine, money, needsYou, readMoney, whyAsked } from "./attention-copy.ts"

const approval = { kind: "approval", title: "Run a command", detail: "npm   install\njose\u202e@5" } as unknown as AttentionItem

test("T21: a folded item is one line, and nothing in it is hidden", () => {
  expect(itemLine(approval)).toBe("Run a command: npm install jose⟨U+202E⟩@5")
})

test("an approval does not say that there is no sandbox before it is known", () => {
  const verdict = { effect: "ask", rule: "no-sandbox", because: "there is no sandbox on this machine" } as const
  expect(whyAsked(verdict, "unknown")).toMatch(/^Looking for a sandbox…/)
  expect(whyAsked(verdict, "off")).toBe(verdict.because)
  expect(whyAsked({ ...verdict, rule: "profile" }, "unknown")).toBe(verdict.because)
})

test("amounts of money, written and read", () => {
  expect([0, 0.0042, 0.42, 20, 1200].map(money)).toEqual(["$0.00", "$0.0042", "$0.42", "$20.00", "$1,200.00"])
  expect(["30", " $30 ", "30,5", "0", "-1", "1e9", "ten", ""].map(readMoney)).toEqual([
    30,
    30,
    30.5,
    null,
    null,
    null,
    null,
    null,
  ])
})

test("how something ended without this screen", () => {
  const ended = (outcome: Ended["outcome"], note = "") => endedLine({ item: approval, outcome, note })
  expect(ended("withdrawn", "The turn was stopped")).toMatch(/^Withdrawn\. The turn was stopped\. Run a command/)
  expect(ended("allowed", "It goes ahead: the agent may do this now")).toBe(
    "It goes ahead: the agent may do this now. Run a command: npm install jose⟨U+202E⟩@5",
  )
  expect(ended("allowed", "once")).toMatch(/^Approved elsewhere\. Run a command/)
  expect(ended("answered", "Blue")).toMatch(/^Answered elsewhere\. Run a command/)
  expect(ended("answered", "Answered in the chat: Blue\u202e")).toMatch(/^Answered in the chat: Blue⟨U\+202E⟩\. Run a command/)
  const knock = { kind: "knock", reason: "Come and see." } as unknown as AttentionItem
  expect(endedLine({ item: knock, outcome: "answered", note: "" })).toBe("You joined. Come and see.")
  const refusal = { kind: "provider", failure: "model_not_found", message: "model: m9", model: "m9" } as unknown as AttentionItem
  expect(endedLine({ item: refusal, outcome: "resumed", note: "Another model is asked now." })).toBe(
    "Another model is asked now.",
  )
  expect(itemLine(refusal)).toBe("“m9”")
  expect(ended("expired")).toMatch(/^Expired, which counts as a no\./)
})

test("who needs the user, in one sentence", () => {
  expect(needsYou(["Ed"], 9)).toBe("Ed needs you, 9 waiting.")
  expect(needsYou(["Ed", "Ed", "Mira"], 3)).toBe("Ed and 1 more need you, 3 waiting.")
})
