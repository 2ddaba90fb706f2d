import { defaultSettings } from "@kibitz/contract"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { factTeller, type ShellFacts } from "./shell-facts.ts"

test("a shell is told the facts at once, and then only what is new", () => {
  const told: ShellFacts[] = []
  const tell = factTeller((facts) => told.push(facts))
  const team = sampleTeam([{ id: "jake", name: "Jake" }])
  tell(team)
  tell({ ...team, head: "c41f" })
  tell({ ...team, settings: { ...defaultSettings, theme: "dark" } })
  expect(told).toEqual([
    { theme: "system", needYou: 0, working: 0, canHold: false, held: 0 },
    { theme: "dark", needYou: 0, working: 0, canHold: false, held: 0 },
  ])
})

test("what waits for an answer is counted, what is only to be looked at is not", () => {
  let facts: ShellFacts | null = null
  const team = sampleTeam([{ id: "jake", name: "Jake" }])
  const question = sampleItem("question", { id: "q", agentId: "jake" })
  expect(question.tier).toBe(1)
  const tally = { agents: 1, working: 2, waiting: 0, stopped: 0, paused: 3, stuck: 0, done: 0, tiers: [1, 4, 9, 9, 9] }
  const agents = team.agents.map((bucket) =>
    Object.fromEntries(Object.entries(bucket).map(([id, agent]) => [id, { ...agent, tally }])),
  ) as unknown as typeof team.agents
  factTeller((so) => {
    facts = so
  })({ ...team, agents })
  expect(facts).toMatchObject({ needYou: 5, working: 2, canHold: true, held: 3 })
})
