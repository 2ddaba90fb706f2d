import type { Agent, World } from "@kibitz/contract"
import { emptyWorld, putAgent, putAgents } from "@kibitz/domain"
import { expect, test } from "vitest"
import { isSameShape, shapeReader } from "./shape.ts"

const agent = (id: string, parentId: string | null, childIds: string[] = [], more: object = {}) =>
  ({
    id,
    name: id,
    parentId,
    childIds,
    assignment: null,
    silenced: false,
    standing: { kind: "open" },
    ...more,
  }) as unknown as Agent
const team = (): World => ({
  ...emptyWorld,
  agents: putAgents(emptyWorld.agents, [
    agent("jake", null, ["auth", "docs"]),
    agent("auth", "jake", ["ed"]),
    agent("docs", "jake"),
    agent("ed", "auth", ["tal"]),
    agent("tal", "ed"),
  ]),
})

test("what one agent does leaves the shape as it was; a child, a name, a dismissal, being silenced change it", () => {
  const world = team()
  const after = (changed: Agent) => putAgent(world.agents, changed)
  const working = agent("ed", "auth", ["tal"], { turn: { status: "asking" }, tally: {} })
  expect(isSameShape(world.agents, after(working))).toBe(true)
  expect(isSameShape(world.agents, after(agent("ed", "auth", ["tal", "noa"])))).toBe(false)
  expect(isSameShape(world.agents, after(agent("ed", "auth", ["tal"], { name: "Edna" })))).toBe(false)
  expect(isSameShape(world.agents, after(agent("ed", "auth", ["tal"], { standing: { kind: "dismissed" } })))).toBe(false)
  expect(isSameShape(world.agents, after(agent("ed", "auth", ["tal"], { silenced: true })))).toBe(false)
  expect(isSameShape(world.agents, after(agent("new", "auth")))).toBe(false)
})

test("the shape is the same value until it changes, however many events come", () => {
  let world: World | null = null
  const read = shapeReader(() => world)
  expect(read()).toBeNull()
  world = team()
  const first = read()
  for (let turn = 0; turn < 5; turn += 1) {
    world = { ...world, agents: putAgent(world.agents, agent("ed", "auth", ["tal"], { turn })) }
    expect(read()).toBe(first)
  }
  world = { ...world, agents: putAgent(world.agents, agent("noa", "docs")) }
  expect(read()).toBe(world)
})
