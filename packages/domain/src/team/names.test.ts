import type { Agent, AgentId } from "@kibitz/contract"
import { sampleTeam } from "@kibitz/testkit"
import fc from "fast-check"
import { expect, test } from "vitest"
import { allAgents, findAgent, noAgents, putAgent } from "./agents.ts"
import { nameFor } from "./names.ts"

const [nobody] = allAgents(sampleTeam([{ id: "jake" }])) as [Agent]
const called = (name: string, id: string): Agent => ({ ...nobody, id: id as AgentId, name })
const team = (names: readonly string[]) => names.reduce((agents, name, at) => putAgent(agents, called(name, `a${at}`)), noAgents)

test("OPM-1 the next free name of the list; a wish that is taken gets a number, however it is written", () => {
  expect(nameFor(undefined, noAgents)).toBe("Ed")
  expect(nameFor(undefined, team(["Jake", "Ed", "mira"]))).toBe("Tal")
  expect(nameFor("Ed", team(["Jake"]))).toBe("Ed")
  expect(nameFor("ED", team(["Jake", "Ed"]))).toBe("ED 2")
  expect(nameFor("Ed", team(["Ed", "Ed 2"]))).toBe("Ed 3")
})

test("OPM-1 a thousand that nobody names are all called differently, and beautifully as long as there are names", () => {
  let agents = noAgents
  const names: string[] = []
  for (let number = 0; number < 1_000; number += 1) {
    const name = nameFor(undefined, agents)
    names.push(name)
    agents = putAgent(agents, called(name, `a${number}`))
  }
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(1_000)
  expect(names.slice(0, 50).filter((name) => /\d/.test(name))).toEqual([])
  expect(names[50]).toMatch(/^[A-Z][a-z]+ 2$/)
})

test("whatever worlds it is asked about and in which order, a name is never one that is taken there", () => {
  const someNames = fc.array(fc.constantFrom("Ed", "ed 2", "Mira", "MIRA", "Tal", "Jake", "Ed 3", "x"), { maxLength: 12 })
  const questions = fc.array(fc.record({ names: someNames, wish: fc.option(fc.constantFrom("Ed", "mira", "x", "New")) }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(questions, (asked) => {
      for (const { names, wish } of asked) {
        const agents = team(names)
        const given = nameFor(wish ?? undefined, agents).toLowerCase()
        expect(names.map((name) => name.toLowerCase())).not.toContain(given)
        expect(findAgent({ agents }, "a0" as AgentId)?.name).toBe(names[0])
      }
    }),
  )
})
