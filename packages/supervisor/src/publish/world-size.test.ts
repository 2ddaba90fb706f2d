import { type AgentId, type Instant, jakeId, WIRE_WORLD_LIMIT } from "@kibitz/contract"
import { emptyWorld, evolve, leanSnapshot, snapshotOf } from "@kibitz/domain"
import { expect, it } from "vitest"

it("the world of ten thousand agents is one message that every screen takes", () => {
  const at = "2026-01-01T00:00:00.000Z" as Instant
  let world = evolve(emptyWorld, { seq: 1, at, event: { type: "agent.founded", agentId: jakeId, parentId: null, name: "Jake" } })
  for (let number = 0; number < 1_000; number += 1) {
    const agentId = `agent_${String(number).padStart(24, "0")}` as AgentId
    const event = { type: "agent.founded", agentId, parentId: jakeId, name: `Agent ${number}` } as const
    world = evolve(world, { seq: world.seq + 1, at, event })
  }
  const { length } = JSON.stringify(leanSnapshot(snapshotOf(world)))
  // A thousand are measured; those that have worked are up to twice as long.
  expect(length * 10 * 2).toBeLessThanOrEqual(WIRE_WORLD_LIMIT)
})
