import { type Agent, type AgentId, type AttentionItem, type Instant, jakeId, type World } from "@kibitz/contract"
import { emptyWorld, noTally, orderItems, putAgents } from "@kibitz/domain"
import { expect, test } from "vitest"
import { taskStep } from "./task-actions.ts"
import { budgetsOf, type Task, taskGroups, taskRows } from "./task-groups.ts"

const at = "2026-01-01T10:00:00.000Z" as Instant
const later = "2026-01-01T10:14:00.000Z"
const agent = (id: string, more: object = {}) =>
  ({
    id,
    name: id,
    parentId: id === jakeId ? null : jakeId,
    childIds: [],
    assignment: `the work of ${id}`,
    addressed: true,
    standing: { kind: "open" },
    items: [],
    asking: [],
    queue: [],
    evidence: { at, what: "replied" },
    progress: null,
    presence: null,
    turn: null,
    due: null,
    trouble: null,
    waits: null,
    spentUsd: 0,
    spentBelowUsd: 0,
    limitUsd: null,
    tally: { ...noTally, agents: 1 },
    ...more,
  }) as unknown as Agent
const turn = { status: { kind: "asking" }, calls: [], cause: "message", startedAt: at }
const item = (id: string, agentId: string, tier: number, kind = "help") =>
  ({ kind, id, agentId, tier, reason: "which library?", at }) as unknown as AttentionItem

const world: World = {
  ...emptyWorld,
  agents: putAgents(emptyWorld.agents, [
    agent(jakeId, { childIds: ["ed", "mira", "noa", "pat", "stan", "quin"], spentUsd: 1, spentBelowUsd: 3, limitUsd: 20 }),
    agent("mira", { turn }),
    agent("ed", { turn, childIds: ["ann"], limitUsd: 2, spentUsd: 1.5 }),
    agent("ann", { parentId: "ed", turn }),
    agent("noa", { due: { at: later, why: "continue" } }),
    agent("pat", { standing: { kind: "paused", at, by: "user" } }),
    agent("stan", { standing: { kind: "stuck", at, why: "no-progress", detail: "" }, items: ["s"] }),
    agent("quin", { waits: "you", items: ["q"] }),
  ]),
  attention: Object.fromEntries(
    [item("q", "quin", 1), item("s", "stan", 2, "stuck"), item("r", "mira", 4)].map((one) => [one.id, one]),
  ),
}
const order = orderItems(Object.values(world.attention), {
  world,
  now: at,
  lastAnswer: null,
  visited: new Map(),
  pinned: new Set(),
})
const shown = (filter = "") =>
  taskGroups(world, order, filter, at).map(({ name, tasks }) => [name, ...tasks.map(({ agentId }) => agentId)])

test("ux 1.12: everything in the background by what it means; who is stuck is there once, a result to read is no task", () => {
  expect(shown()).toEqual([
    ["needs-you", "quin"],
    ["running", "ann", "ed", "mira"],
    ["scheduled", "noa"],
    ["paused", "pat"],
    ["stuck", "stan"],
  ])
})

test("ux 2.4: it is found by name, room, work and what is asked", () => {
  expect(shown("ANN")).toEqual([["running", "ann"]])
  expect(shown("ed")).toEqual([["running", "ann", "ed"]])
  expect(shown("work of pat")).toEqual([["paused", "pat"]])
  expect(shown("which library")).toEqual([["needs-you", "quin"]])
  expect(shown("nobody of that name")).toEqual([])
})

test("ux 1.12: money of all, then of those with a limit of their own", () => {
  expect(budgetsOf(world)).toEqual([
    { agentId: jakeId, spentUsd: 4, limitUsd: 20 },
    { agentId: "ed" as AgentId, spentUsd: 1.5, limitUsd: 2 },
  ])
})

test("ux 1.12: pause, go on and stop are the agent's own commands; where there is nothing to do it is said", () => {
  const working = agent("ed", { turn })
  const stuck = agent("stan", { standing: { kind: "stuck", at, why: "no-progress", detail: "" } })
  const paused = agent("pat", { standing: { kind: "paused", at, by: "user" } })
  expect(taskStep(working, "pause")).toMatchObject({ command: { type: "agent.halt", agentId: "ed", how: "pause", scope: "one" } })
  expect(taskStep(working, "cancel")).toMatchObject({ command: { type: "agent.halt", how: "stop" } })
  expect(taskStep(working, "resume")).toEqual({ kind: "say", said: "ed has nothing to go on with." })
  expect(taskStep(paused, "resume")).toMatchObject({ command: { type: "agent.resume", agentId: "pat" } })
  expect(taskStep(stuck, "resume")).toMatchObject({ command: { type: "agent.go-on", agentId: "stan" } })
  expect(taskStep(agent("idle"), "pause")).toEqual({ kind: "say", said: "idle has nothing to pause." })
})

test("ux 1.12: one below the other: each group under its head, each room said once where there are several, none where there is one", () => {
  const task = (key: string, room: string): Task => ({ key, agentId: key as AgentId, room: room as AgentId, entry: null })
  const rows = taskRows([
    { name: "needs-you", tasks: [task("a", "ed"), task("b", "mira")] },
    { name: "running", tasks: [task("c", "ed"), task("d", "ed"), task("e", "mira")] },
    { name: "paused", tasks: [task("f", "ed"), task("g", "ed")] },
  ])
  const shown = rows.map((row) =>
    row.kind === "head" ? `${row.group} ${row.count}` : `${row.key} ${row.opensRoom ?? ""}`.trim(),
  )
  expect(shown).toEqual(["needs-you 2", "a", "b", "running 3", "c ed", "d", "e mira", "paused 2", "f", "g"])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})
