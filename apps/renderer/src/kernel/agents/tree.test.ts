import type { Agent, AttentionItem, World } from "@kibitz/contract"
import { emptyWorld, putAgent } from "@kibitz/domain"
import { expect, test } from "vitest"
import { byLetter, treeRows } from "./tree.ts"

const agent = (id: string, parentId: string | null, childIds: string[] = []) =>
  ({ id, name: id, parentId, childIds, createdAt: `2026-01-01T10:00:00.000Z`, standing: { kind: "open" } }) as unknown as Agent

const world: World = {
  ...emptyWorld,
  agents: [agent("jake", null, ["ed", "mira"]), agent("ed", "jake", ["tal"]), agent("mira", "jake"), agent("tal", "ed")].reduce(
    putAgent,
    emptyWorld.agents,
  ),
  attention: {
    i1: { id: "i1", agentId: "tal", tier: 1 },
    i2: { id: "i2", agentId: "tal", tier: 0 },
    i3: { id: "i3", agentId: "mira", tier: 4 },
    i4: { id: "i4", agentId: "mira", tier: 1, snoozed: "2026-01-01T11:00:00.000Z" },
  } as unknown as Record<string, AttentionItem>,
}

test("children stand under their parent, with level, place and what waits and is not put off", () => {
  expect(treeRows(world).map(({ agent: { id }, ...row }) => ({ id, ...row }))).toEqual([
    { id: "jake", level: 1, position: 1, siblings: 1, needsYou: 0 },
    { id: "ed", level: 2, position: 1, siblings: 2, needsYou: 0 },
    { id: "tal", level: 3, position: 1, siblings: 1, needsYou: 2 },
    { id: "mira", level: 2, position: 2, siblings: 2, needsYou: 0 },
  ])
})

test("a letter goes to the next name that begins with it", () => {
  const rows = treeRows(world)
  expect([byLetter(rows, 0, "T"), byLetter(rows, 3, "m"), byLetter(rows, 1, "x")]).toEqual([2, 3, 1])
})
