import type { Agent, AttentionItem, Instant } from "@kibitz/contract"
import { expect, it } from "vitest"
import { hasToTell, sinceLines, sinceTitle } from "./since.ts"

const at = (time: string) => `2026-01-01T${time}.000Z` as Instant
const absence = {
  since: at("10:00:00"),
  until: at("10:23:00"),
  steps: 12,
  continued: 3,
  changes: 4,
  spentBefore: 1,
  spentAfter: 1.42,
}
const agent = {
  name: "Ed",
  absence,
  createdAt: at("09:00:00"),
  standing: { kind: "open" },
  presence: { since: at("10:23:00"), surface: "desktop", cause: "navigate" },
} as unknown as Agent
const question = {
  kind: "question",
  question: "Which OIDC library?",
  agentId: "ed",
  at: at("10:20:00"),
} as unknown as AttentionItem

it("tells steps, changes, money and what is open in at most five lines, and nothing that is zero", () => {
  expect([sinceTitle(agent), ...sinceLines({ agent, items: [question] })]).toEqual([
    "Since you left · 23 min",
    "12 steps, continued 3 times",
    "4 changes to files",
    "$0.42 spent, its team included",
    "needs you: Which OIDC library?",
  ])
  const stuck = { ...agent, standing: { kind: "stuck", at: at("10:21:00") } } as unknown as Agent
  expect(sinceLines({ agent: stuck, items: [question, question] })).toHaveLength(5)
  const little = { ...agent, absence: { ...absence, steps: 1, continued: 0, changes: 0, spentAfter: 1 } }
  expect(sinceLines({ agent: little, items: [] })).toEqual(["1 step"])
})

it("tells how it stood when the user came, and never what became of it while they were there", () => {
  const little = { ...agent, absence: { ...absence, steps: 5, continued: 0, changes: 0, spentAfter: 1 } }
  const told = (standing: object, items: readonly AttentionItem[] = []) =>
    sinceLines({ agent: { ...little, standing } as unknown as Agent, items })
  expect(told({ kind: "done", at: at("10:22:00"), verified: false })).toEqual(["5 steps", "now done"])
  expect(told({ kind: "paused", at: at("10:40:00"), by: "user" })).toEqual(["5 steps"])
  expect(told({ kind: "open" }, [{ ...question, at: at("10:40:00") }])).toEqual(["5 steps"])
})

it("is for the stay that has just begun, and only when something happened before it", () => {
  expect(hasToTell(agent)).toBe(true)
  expect(hasToTell({ ...agent, presence: null })).toBe(false)
  expect(hasToTell({ ...agent, absence: { ...absence, until: at("09:30:00") } })).toBe(false)
  expect(hasToTell({ ...agent, absence: { ...absence, steps: 0, changes: 0 } })).toBe(false)
  expect(sinceTitle({ ...agent, createdAt: absence.since })).toBe("Before you came · 23 min")
})
