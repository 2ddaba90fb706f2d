import type { Agent, AgentId, Grant, World } from "@kibitz/contract"
import { defaultSettings } from "@kibitz/contract"
import { emptyWorld, putAgents } from "@kibitz/domain"
import { expect, test } from "vitest"
import { grantsFor, promisesOf, runParts, teamOf } from "./inspector-facts.ts"

const agent = (id: string, parentId: string | null, more: object = {}) =>
  ({ id, name: id, parentId, childIds: [], standing: { kind: "open" }, ...more }) as unknown as Agent
const worldOf = (agents: Agent[], grants: Grant[] = []): World => ({
  ...emptyWorld,
  agents: putAgents(emptyWorld.agents, agents),
  grants: Object.fromEntries(grants.map((grant) => [grant.id, grant])),
})

test("how far it has come within what it may", () => {
  const one = agent("ed", null, { posture: { runControl: "autonomous" }, run: { iteration: 3, workedMs: 250_000 } })
  expect(runParts(one, defaultSettings.limits)).toEqual(["autonomous", "iteration 3 of 50", "4:10 of 30:00 worked"])
  const long = { ...defaultSettings.limits, iterations: 2_000, workingMinutes: 2 * 24 * 60 }
  expect(runParts(one, long)).toEqual(["autonomous", "iteration 3 of 2,000", "4:10 of 2 days worked"])
})

test("what is not limited in practice is not called a limit", () => {
  const one = agent("ed", null, { posture: { runControl: "autonomous" }, run: { iteration: 0, workedMs: 0 } })
  const most = { ...defaultSettings.limits, iterations: 10_000, workingMinutes: 7 * 24 * 60 }
  expect(runParts(one, most)).toEqual(["autonomous", "iteration 0", "0:00 worked"])
})

test("VER-1: a promise stands with how its last check went, or with none", () => {
  const commitments = [{ command: "npm test" }, { command: "npm run lint" }]
  const checks = [
    { command: "npm test", result: "failed" },
    { command: "npm test", result: "passed" },
  ]
  const one = agent("ed", null, { commitments, verification: { checks } })
  expect(promisesOf(one).map(({ commitment, last }) => [commitment.command, last?.result ?? null])).toEqual([
    ["npm test", "passed"],
    ["npm run lint", null],
  ])
  expect(promisesOf(agent("ed", null, { commitments, verification: null })).every(({ last }) => last === null)).toBe(true)
})

test("the grants that count for an agent: its own, leases from above, rules; not those of others", () => {
  const grant = (id: string, scope: Grant["scope"], agentId: string) => ({ id, scope, agentId, givenAt: id }) as unknown as Grant
  const world = worldOf(
    [agent("jake", null), agent("ed", "jake"), agent("mira", "jake")],
    [
      grant("1", "session", "ed"),
      grant("2", "session", "jake"),
      grant("3", "lease", "jake"),
      grant("4", "lease", "mira"),
      grant("5", "rule", "mira"),
    ],
  )
  expect(grantsFor(world, "ed" as AgentId).map(({ id }) => id)).toEqual(["5", "3", "1"])
})

test("its team is who is still there", () => {
  const gone = agent("gone", "jake", { standing: { kind: "dismissed" } })
  const jake = agent("jake", null, { childIds: ["ed", "gone"] })
  expect(teamOf(worldOf([jake, agent("ed", "jake"), gone]), jake).map(({ id }) => id)).toEqual(["ed"])
})
