// Who sits where: nobody moves but by the user's word, and the lowest empty cell is taken first (ux 2.1).
import { type AgentId, jakeId } from "@kibitz/contract"
import { type Replay, replayWithJake } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

function spawned(run: Replay, parentId: AgentId = jakeId): AgentId {
  run.must({ type: "agent.spawn", parentId })
  return run.agent(parentId).childIds.at(-1) as AgentId
}

const living = (run: Replay, parentId: AgentId = jakeId) =>
  run
    .agent(parentId)
    .childIds.map((id) => run.agent(id))
    .filter(({ standing }) => standing.kind !== "dismissed")

describe("seats", () => {
  it("are taken in order; one that is empty again is taken first, and the others stay", () => {
    const run = replayWithJake()
    const [ed, mira, tal] = [spawned(run), spawned(run), spawned(run)]
    run.must({ type: "agent.dismiss", agentId: mira })
    run.must({ type: "agent.dismiss", agentId: ed })
    expect(run.agent().room).toEqual({ size: 4, free: [1, 2] })
    const [noa, ari, ben] = [spawned(run), spawned(run), spawned(run)]
    expect([tal, noa, ari, ben].map((id) => run.agent(id).cell)).toEqual([3, 1, 2, 4])
  })

  it("are closed up only when the user has the room tidied, in the order in which they are", () => {
    const run = replayWithJake()
    const ids = [1, 2, 3, 4, 5].map(() => spawned(run))
    for (const at of [0, 2]) run.must({ type: "agent.dismiss", agentId: ids[at] as AgentId })
    run.must({ type: "room.tidy", agentId: jakeId })
    expect([1, 3, 4].map((at) => run.agent(ids[at]).cell)).toEqual([1, 2, 3])
    expect(run.agent().room).toEqual({ size: 4, free: [] })
    expect(run.agent(spawned(run)).cell).toBe(4)
  })

  it("U18 over any coming and going, nobody who stays changes the cell, no two share one, and none is empty below a newcomer", () => {
    const steps = fc.array(fc.option(fc.nat(), { freq: 3 }), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (walk) => {
        const run = replayWithJake()
        for (const step of walk) {
          const before = new Map(living(run).map(({ id, cell }) => [id, cell]))
          const goes = step === null ? undefined : living(run)[step % Math.max(1, before.size)]
          const free = run.agent().room.free
          if (goes) run.must({ type: "agent.dismiss", agentId: goes.id })
          else expect(run.agent(spawned(run)).cell).toBe(free[0] ?? before.size + free.length + 1)
          const after = living(run)
          for (const { id, cell } of after) expect(cell).toBe(before.get(id) ?? cell)
          expect(new Set(after.map(({ cell }) => cell)).size).toBe(after.length)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe("renaming", () => {
  it("gives an agent a name of the user's, which nobody else may have", () => {
    const run = replayWithJake()
    const [ed, mira] = [spawned(run), spawned(run)]
    run.must({ type: "agent.rename", agentId: ed, name: "Scribe" })
    expect(run.agent(ed).name).toBe("Scribe")
    expect(run.do({ type: "agent.rename", agentId: mira, name: "scribe" })).toBe("not-allowed")
    expect(run.refusal.message).toContain("Scribe is taken")
  })
})
