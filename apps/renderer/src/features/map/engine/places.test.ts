// The rooms on the map are those of the world, whatever has happened between two looks.
import type { Place } from "@kibitz/canvas"
import { type AgentId, jakeId } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import { type Replay, replayWithJake } from "@kibitz/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { Places } from "./places.ts"

const living = (run: Replay) => allAgents(run.world()).filter(({ standing }) => standing.kind !== "dismissed")
const layout = (place: Place): unknown => [place.id, place.cell, place.cells.map((child) => child && layout(child))]

const step = fc.record({ what: fc.constantFrom("spawn", "spawn", "dismiss", "tidy", "look"), who: fc.nat() })

function take(run: Replay, what: string, who: number): void {
  const agents = living(run)
  const chosen = agents[who % agents.length]?.id ?? jakeId
  if (what === "spawn") run.do({ type: "agent.spawn", parentId: chosen })
  else if (what === "dismiss") run.do({ type: "agent.dismiss", agentId: chosen })
  else if (what === "tidy") run.do({ type: "room.tidy", agentId: chosen })
}

it("U18 followed step by step, or read anew after a restart, the places are the same, and those the world says", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const run = replayWithJake()
      const followed = new Places()
      for (const { what, who } of steps) {
        take(run, what, who)
        if (what === "look") followed.sync(run.world())
      }
      followed.sync(run.world())
      const anew = new Places()
      anew.sync(run.world())
      expect(layout(followed.rooms.root)).toEqual(layout(anew.rooms.root))
      for (const { id, cell, room } of living(run)) {
        expect(followed.rooms.get(id).cell).toBe(cell)
        expect(followed.rooms.get(id).cells.length).toBe(room.size)
        expect(followed.rooms.get(id).lowestFree).toBe(room.free[0] ?? room.size)
      }
    }),
    { numRuns: 60 },
  )
})

it("two maps of the same rooms are both told of what has changed", () => {
  const run = replayWithJake()
  const places = new Places()
  const told: string[] = []
  for (const name of ["left", "right"]) {
    places.listen({
      leaving: (id) => told.push(`${name} loses ${id}`),
      changed: (_, { seats }) => told.push(`${name} ${seats}`),
    })
  }
  run.must({ type: "agent.spawn", parentId: jakeId })
  const ed = run.agent().childIds[0] as AgentId
  places.sync(run.world())
  run.must({ type: "agent.dismiss", agentId: ed })
  places.sync(run.world())
  places.sync(run.world())
  expect(told).toEqual(["left true", "right true", `left loses ${ed}`, `right loses ${ed}`, "left true", "right true"])
})
