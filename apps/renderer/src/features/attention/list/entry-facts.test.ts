import type { AttentionItem } from "@kibitz/contract"
import { expect, test } from "vitest"
import type { Entry } from "../../../kernel/desk/strip-state.ts"
import { byTier, fanoutSign, headline, isAnsweredHere, partEntries } from "./entry-facts.ts"

const item = (kind: string, minute = 0) =>
  ({ kind, id: `${kind}-${minute}`, at: `2026-01-01T10:0${minute}:00.000Z`, tier: 1 }) as unknown as AttentionItem
const entry = (key: string, tier: number): Entry => ({
  kind: "waiting",
  key,
  group: { key, items: [item("help")], tier, fanout: 0 },
})

test("card law 7: approvals and phase requests are decided in their chat, questions can be answered from the rail", () => {
  expect(["approval", "phase-request"].map((kind) => isAnsweredHere(item(kind)))).toEqual([false, false])
  expect(["question", "knock", "stuck", "budget"].map((kind) => isAnsweredHere(item(kind)))).toEqual([true, true, true, true])
})

test("ux 1.1: equal ones are one line with their number, and those who wait are counted", () => {
  expect(headline({ items: [item("approval"), item("approval", 1)] })).toBe("Approval ×2")
  expect(headline({ items: [item("question")] })).toBe("Question")
  expect([fanoutSign({ fanout: 14, tier: 1 }), fanoutSign({ fanout: 0, tier: 1 }), fanoutSign({ fanout: 3, tier: 4 })]).toEqual([
    "14⇣",
    "",
    "",
  ])
})

test("what is only to be read stands apart; tiers keep the order they came in", () => {
  const entries = [entry("budget", 0), entry("a", 1), entry("b", 1), entry("stuck", 2), entry("result", 4)]
  const { needed, toRead } = partEntries(entries)
  expect(toRead.map(({ key }) => key)).toEqual(["result"])
  expect(byTier(needed).map((part) => [part.tier, part.entries.map(({ key }) => key)])).toEqual([
    [0, ["budget"]],
    [1, ["a", "b"]],
    [2, ["stuck"]],
  ])
})
