import fc from "fast-check"
import { expect, test } from "vitest"
import { ends, planTeam, readSeed, type Seedling, SeedRefused } from "./plan.ts"

test("three numbers: agents with Jake, levels with Jake's, and how many write; a fourth: how many come to something else", () => {
  expect(readSeed("200,4,20")).toEqual({ agents: 200, depth: 4, streams: 20, others: 0 })
  expect(readSeed("200,4,20,12")).toEqual({ agents: 200, depth: 4, streams: 20, others: 12 })
  expect(readSeed("1,1,0")).toEqual({ agents: 1, depth: 1, streams: 0, others: 0 })
  expect(planTeam(readSeed("1,1,0"))).toEqual([])
})

test.each([
  ["", "three numbers"],
  ["200,4", "three numbers"],
  ["200,4,20,1,1", "three numbers"],
  ["200,4,20,", "three numbers"],
  ["30,3,20,10", "there are not 10 more"],
  ["200,4,-1", "three numbers"],
  ["1e3,4,1", "three numbers"],
  ["0,1,0", "agents is a number from 1 to 10000, and not 0"],
  ["10001,9,0", "agents is a number from 1 to 10000"],
  ["100,65,0", "depth is a number from 1 to 64"],
  ["9000,9,1001", "streams is a number from 0 to 1000"],
  ["3,4,0", "3 agents cannot make a tree of 4 levels"],
  ["3,1,0", "3 agents cannot make a tree of 1 levels"],
  ["3,2,3", "3 of 3 agents cannot write"],
  ["1002,2,0", "more than 1000 children"],
])("%j is refused, and it is said why", (text, why) => {
  expect(() => readSeed(text)).toThrow(SeedRefused)
  expect(() => readSeed(text)).toThrow(why)
})

test("whatever the numbers: as many agents, exactly as deep, parents first, nobody wider than needed, as many write, spread out", () => {
  const seeds = fc
    .record({
      agents: fc.integer({ min: 1, max: 400 }),
      rest: fc.double({ min: 0, max: 1, noNaN: true }),
      depth: fc.integer({ min: 1, max: 12 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .filter(({ agents, depth }) => depth <= agents && (depth > 1 || agents === 1))
    .map(({ agents, depth, share, rest }) => {
      const streams = Math.floor(share * (agents - 1))
      return { agents, depth, streams, others: Math.floor(rest * (agents - 1 - streams)) }
    })
  fc.assert(
    fc.property(seeds, (seed) => {
      const team = planTeam(readSeed(`${seed.agents},${seed.depth},${seed.streams},${seed.others}`))
      expect(team.map(({ number }) => number)).toEqual(Array.from({ length: seed.agents - 1 }, (_, at) => at + 1))
      const levelOf = (number: number) => (number === 0 ? 0 : (team[number - 1] as Seedling).level)
      for (const { number, parent, level } of team) {
        expect(parent).toBeLessThan(number)
        expect(level).toBe(levelOf(parent) + 1)
      }
      expect(Math.max(0, ...team.map(({ level }) => level))).toBe(seed.depth - 1)
      expect(team.filter(({ writes }) => writes)).toHaveLength(seed.streams)
      const ending = team.flatMap(({ end, writes }) => (end === null ? [] : [{ end, writes }]))
      expect(ending.map(({ end }) => end)).toEqual(Array.from({ length: seed.others }, (_, at) => ends[at % ends.length]))
      expect(ending.some(({ writes }) => writes)).toBe(false)
      const halves = [team.slice(0, team.length / 2), team.slice(team.length / 2)]
      const [first = 0, second = 0] = halves.map((half) => half.filter(({ writes }) => writes).length)
      expect(Math.abs(first - second)).toBeLessThanOrEqual(1)
    }),
  )
})

test("a thousand on five levels are six wide", () => {
  const children = Map.groupBy(planTeam(readSeed("1000,5,50")), ({ parent }) => parent)
  expect(Math.max(...[...children.values()].map((those) => those.length))).toBe(6)
})
