import type { Agent, AgentId, World } from "@kibitz/contract"
import { emptyWorld, putAgent, putAgents } from "@kibitz/domain"
import { expect, test } from "vitest"
import { indexOf, type Opened, treeLines } from "./lines.ts"

const agent = (id: string, parentId: string | null, childIds: string[] = [], more: object = {}) =>
  ({
    id,
    name: id,
    parentId,
    childIds,
    assignment: null,
    createdAt: "2026-01-01T10:00:00.000Z",
    standing: { kind: "open" },
    ...more,
  }) as unknown as Agent
const worldOf = (...agents: Agent[]): World => ({ ...emptyWorld, agents: putAgents(emptyWorld.agents, agents) })
const team = () =>
  worldOf(
    agent("jake", null, ["auth", "docs"]),
    agent("auth", "jake", ["ed", "mira"], { assignment: "Sign people in" }),
    agent("docs", "jake"),
    agent("ed", "auth", ["tal"]),
    agent("mira", "auth"),
    agent("tal", "ed"),
  )
const none: Opened = new Map()
const id = (text: string) => text as AgentId
const shown = (world: World, opened = none, filter = "") =>
  treeLines(world, opened, filter).map((line) => `${"  ".repeat(line.level - 1)}${line.id} ${line.position}/${line.siblings}`)

test("children stand under their parent; below the second level nothing is open until it is opened", () => {
  expect(shown(team())).toEqual(["jake 1/1", "  auth 1/2", "    ed 1/2", "    mira 2/2", "  docs 2/2"])
  expect(shown(team(), new Map([[id("ed"), true]]))).toContain("      tal 1/1")
  expect(shown(team(), new Map([[id("jake"), false]]))).toEqual(["jake 1/1"])
})

test("who was dismissed is not shown, and does not count among the siblings", () => {
  const world = team()
  const gone = agent("auth", "jake", ["ed", "mira"], { standing: { kind: "dismissed" } })
  expect(shown({ ...world, agents: putAgent(world.agents, gone) })).toEqual(["jake 1/1", "  docs 1/1"])
})

test("the filter shows whom it finds with everybody above, whatever was closed", () => {
  const closed: Opened = new Map([[id("jake"), false]])
  expect(shown(team(), closed, "TAL")).toEqual(["jake 1/1", "  auth 1/1", "    ed 1/1", "      tal 1/1"])
  expect(shown(team(), none, "sign people")).toEqual(["jake 1/1", "  auth 1/1"])
  expect(shown(team(), none, "oidc")).toEqual([])
})

test("the arrows stand on the agent, or on the nearest above it that is shown", () => {
  const world = team()
  const lines = treeLines(world, none, "")
  expect(lines[indexOf(world, lines, id("mira"))]?.id).toBe("mira")
  expect(lines[indexOf(world, lines, id("tal"))]?.id).toBe("ed")
  expect(indexOf(world, lines, id("nobody"))).toBe(0)
})
