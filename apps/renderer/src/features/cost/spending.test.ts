import { AgentId, type CostReport, type Instant } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import { sampleTeam } from "@kibitz/testkit"
import fc from "fast-check"
import { expect, test } from "vitest"
import { type AgentSpending, everyHour, inOrder, scaleTop, sortedBy, spendingOf } from "./spending.ts"

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString() as Instant
const none: CostReport = { hours: [], agents: [] }

test("every hour of the stretch is there, the quiet ones with nothing", () => {
  const hour = { at: at(22), costUsd: 1.5, inputTokens: 10, outputTokens: 2 }
  const hours = everyHour({ ...none, hours: [hour] }, at(20), 5)
  expect(hours.map((one) => [one.at, one.costUsd])).toEqual([
    [at(20), 0],
    [at(21), 0],
    [at(22), 1.5],
    [at(23), 0],
    [at(24), 0],
  ])
})

test("what those below have spent counts for all above them, and is never counted twice", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), (parents) => {
      const agents = parents.map((parent, index) => ({ id: `a${index}`, under: index === 0 ? "jake" : `a${parent % index}` }))
      const world = sampleTeam([{ id: "jake" }, ...agents])
      const report: CostReport = {
        hours: [],
        agents: agents.map(({ id }, index) => ({ agentId: AgentId.parse(id), costUsd: index + 1, tokens: 1 })),
      }
      const rows = spendingOf(world, report)
      // The headline and Jake with all below him are the same figure.
      expect(rows.find(({ agentId }) => agentId === "jake")?.recentTeamTokens).toBe(agents.length)
      const rowOf = new Map(rows.map((row) => [row.agentId, row]))
      expect(rows.find(({ agentId }) => agentId === "jake")?.recentTeamUsd).toBe((agents.length * (agents.length + 1)) / 2)
      for (const { id, childIds } of allAgents(world)) {
        const row = rowOf.get(id)
        const below = childIds.reduce((sum, child) => sum + (rowOf.get(child)?.recentTeamUsd ?? 0), 0)
        expect(row?.recentTeamUsd).toBe((row?.recentUsd ?? 0) + below)
      }
    }),
    { numRuns: 60 },
  )
})

test("a column sorts by its largest first, names from A; the same one again turns round", () => {
  const row = (name: string, teamUsd: number) => ({ agentId: name, name, teamUsd }) as unknown as AgentSpending
  const rows = [row("Ed", 2), row("Mira 10", 1), row("Mira 9", 1), row("Al", 3)]
  const names = (sort: Parameters<typeof inOrder>[1]) => inOrder(rows, sort).map(({ name }) => name)
  const byMoney = sortedBy({ by: "name", isUp: true }, "teamUsd")
  expect(names(byMoney)).toEqual(["Al", "Ed", "Mira 9", "Mira 10"])
  expect(names(sortedBy(byMoney, "teamUsd"))).toEqual(["Mira 10", "Mira 9", "Ed", "Al"])
  expect(names(sortedBy(byMoney, "name"))).toEqual(["Al", "Ed", "Mira 9", "Mira 10"])
})

test("the scale ends at a round figure that is not below the largest", () => {
  expect([0, 0.003, 0.5, 1, 1.01, 37, 50, 51, 9999].map(scaleTop).map((top) => Number(top.toPrecision(3)))).toEqual([
    0, 0.005, 0.5, 1, 2, 50, 50, 100, 10_000,
  ])
})
