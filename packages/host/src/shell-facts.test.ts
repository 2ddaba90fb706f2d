import { defaultSettings, type Tally } from "@kibitz/contract"
import { noTally } from "@kibitz/domain"
import { sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { factTeller, type ShellFacts } from "./shell-facts.ts"

test("a shell is told the facts at once, and then only what is new", () => {
  const told: ShellFacts[] = []
  const tell = factTeller((facts) => told.push(facts))
  const team = sampleTeam([{ id: "jake", name: "Jake" }])
  tell(team)
  tell({ ...team, workspaces: { ...team.workspaces } })
  tell({ ...team, settings: { ...defaultSettings, theme: "dark" } })
  expect(told).toEqual([
    { theme: "system", needYou: 0, working: 0, canHold: false, held: 0 },
    { theme: "dark", needYou: 0, working: 0, canHold: false, held: 0 },
  ])
})

test("who waits for an answer is counted once, whatever else it does and however much it asks", () => {
  let facts: ShellFacts | null = null
  const needed = { ...noTally.needed, working: 1, waiting: 2 }
  const tally = { ...noTally, agents: 8, working: 3, waiting: 2, paused: 3, needed, tiers: [1, 4, 9, 9, 9] } satisfies Tally
  factTeller((so) => {
    facts = so
  })(sampleTeam([{ id: "jake", name: "Jake", tally }]))
  expect(facts).toMatchObject({ needYou: 3, working: 2, canHold: true, held: 3 })
})
