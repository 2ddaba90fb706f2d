import type { ItemId } from "@kibitz/contract"
import { sampleItem, teamTime } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { glyphFor } from "../attention/folded-line.tsx"
import { askingGlyph, glyphOf, needsOf, showsTerm, signOf, wordOf } from "./status-glyphs.ts"

test("ux 5.2: a question and an approval are told apart by their mark, wherever they are shown", () => {
  expect((["question", "approval", "phase-request", "budget"] as const).map((kind) => askingGlyph({ kind }))).toEqual([
    "question",
    "approval",
    "approval",
    "needs-you",
  ])
  expect(glyphFor({ items: [sampleItem("question", { id: "i1", agentId: "ed" })], tier: 1 })).toBe("question")
  // What cannot be undone waits for a yes or no too: the octagon is for those that are stuck.
  expect(glyphFor({ items: [sampleItem("approval", { id: "i1", agentId: "ed", destructive: true })], tier: 1 })).toBe("approval")
  expect(glyphFor({ items: [sampleItem("knock", { id: "i1", agentId: "ed" })], tier: 3 })).toBe("yours")
})

test("ux 2.4: what a person must answer is the sign of an agent, also while the user is with it or it works on", () => {
  const world = { attention: { i1: sampleItem("question", { id: "i1", agentId: "ed", tier: 1 }) } }
  const presence = { since: teamTime, surface: "desktop", cause: "navigate" } as const
  const agent = { presence, standing: { kind: "open" } as const, waits: null, items: ["i1" as ItemId] }
  expect([signOf(world, agent, "waiting"), signOf(world, agent, "working")]).toEqual(["question", "question"])
  expect(signOf(world, { ...agent, items: [] }, "waiting")).toBe("yours")
  expect([showsTerm(world, agent, "working"), showsTerm(world, { items: [] }, "working")]).toEqual([false, true])
})

test("a unit that waits for a look is the user's turn; its sign is not that of a question", () => {
  const agent = { presence: null, standing: { kind: "open" } as const, waits: "review" as const, items: [] }
  expect([glyphOf(agent, "waiting"), wordOf(agent, "waiting")]).toEqual(["yours", "your turn"])
  expect(glyphOf({ ...agent, waits: null }, "waiting")).toBe("idle")
})

test("of several the most urgent gives the mark; what can wait gives none", () => {
  const question = sampleItem("question", { id: "i1", agentId: "ed", tier: 1 })
  const budget = sampleItem("budget", { id: "i2", agentId: "ed", tier: 0 })
  const knock = sampleItem("knock", { id: "i3", agentId: "ed", tier: 3 })
  const attention = { i1: question, i2: budget, i3: knock }
  const needs = needsOf({ attention }, { items: ["i1", "i3", "i2"] as ItemId[] })
  expect(needs.map(({ kind }) => kind)).toEqual(["budget", "question"])
})
