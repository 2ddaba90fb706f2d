import { AgentId, type AttentionItem, type Instant, jakeId } from "@kibitz/contract"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { createDesk } from "../../kernel/desk/desk.ts"
import { toAnswer } from "./go-to-agent.ts"

const ed = AgentId.parse("ed")
const now = "2026-01-01T13:00:00.000Z" as Instant
const later = "2026-01-01T23:00:00.000Z" as Instant

function chosen(...items: readonly AttentionItem[]): readonly string[] {
  const team = sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }])
  const world = { ...team, attention: Object.fromEntries(items.map((one) => [one.id, one])) }
  return toAnswer(createDesk({ now: () => now }).order(world), ed)
}

test("whoever waits for an answer is gone to at its card, whatever else waits there; what others ask is theirs", () => {
  const question = sampleItem("question", { id: "q1", agentId: "ed" })
  expect(chosen(question)).toEqual(["q1"])
  expect(chosen(sampleItem("stuck", { id: "s1", agentId: "ed" }), question)).toEqual(["q1"])
  expect(chosen(sampleItem("question", { id: "q2", agentId: jakeId }))).toEqual([])
})

test("with nothing to answer, or that put off, there is no card to go to", () => {
  expect(chosen()).toEqual([])
  expect(chosen(sampleItem("result", { id: "r1", agentId: "ed" }))).toEqual([])
  expect(chosen(sampleItem("question", { id: "q1", agentId: "ed", snoozed: later }))).toEqual([])
})
