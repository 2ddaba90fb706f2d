import type { Agent, Instant, Turn } from "@kibitz/contract"
import { emptyWorld, noTally, putAgents } from "@kibitz/domain"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { countAgents, countersOf, runtimeWords } from "./counters.ts"
import { countRequests } from "./requests.ts"

test("ux 1.1: what leads somewhere is always in the same place; the others are told apart by their shapes, while they count anybody", () => {
  const busy = {
    ...noTally,
    agents: 74,
    done: 5,
    working: 49,
    stopped: 4,
    paused: 3,
    waiting: 13,
    needed: { ...noTally.needed, working: 2, waiting: 4, paused: 1 },
    tiers: [1, 11, 0, 0, 2],
  } as const
  const shown = countersOf({ ...busy, tiers: [...busy.tiers] }, 3)
  expect(shown.map(({ name, glyph, count }) => `${name} ${glyph} ${count}`)).toEqual([
    "done done 5",
    "working working 47",
    "needs-you needs-you 7",
    "goes-on ready 4",
    "waits blocked 3",
    "paused paused 2",
    "idle idle 6",
  ])
  expect(shown.map(({ words }) => words).slice(0, 3)).toEqual([
    "5 done, 2 to read",
    "47 working, and 2 of those who need you",
    "7 need you",
  ])
  expect(shown.reduce((so, { count }) => so + count, 0)).toBe(busy.agents)
  expect(countersOf(noTally, 0).map(({ name }) => name)).toEqual(["done", "working", "needs-you"])
})

test("ux 1.1: who waits for another, unless the user must answer it, and who has worked the longest", () => {
  const at = (minute: number) => `2026-01-01T12:0${minute}:00.000Z` as Instant
  const working = (minute: number) =>
    ({ cause: "message", calls: [], status: { kind: "asking" }, startedAt: at(minute) }) as unknown as Turn
  const item = sampleItem("question", { id: "q", agentId: "Ari" })
  const team: Parameters<typeof sampleTeam>[0] = [
    { id: "Jake", waits: "child" },
    { id: "Ari", under: "Jake", waits: "child", items: [item.id] },
    { id: "Ed", under: "Jake", turn: working(3) },
    { id: "Mira", under: "Jake", turn: working(1) },
    { id: "Tal", under: "Jake" },
    { id: "Noa", under: "Jake", standing: { kind: "paused", at: at(0), by: "user" } },
  ]
  const world = sampleTeam(team, { attention: { [item.id]: item } })
  expect(countAgents(world)).toEqual({ waits: 1, longest: { name: "Mira", since: at(1) } })
  expect([30_000, 60_000, 23 * 60_000, 130 * 60_000].map(runtimeWords)).toEqual(["<1m", "1m", "23m", "2h"])
})

test("requests that are out and those that wait for a free one", () => {
  const agent = (id: string, kind: string | null) => ({ id, turn: kind && { status: { kind } } }) as unknown as Agent
  const agents = [agent("a", "asking"), agent("b", "asking"), agent("c", "held"), agent("d", "calling"), agent("e", null)]
  expect(countRequests({ agents: putAgents(emptyWorld.agents, agents) })).toEqual({ out: 2, held: 1 })
})
