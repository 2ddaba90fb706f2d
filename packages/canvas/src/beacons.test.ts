import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { beacons, directionOf } from "./beacons.ts"
import { fillWith, fitTo, type Pane, rectOnScreen } from "./camera.ts"
import { chain, roomsFrom } from "./sample-rooms.ts"

const pane: Pane = { width: 1000, height: 625 }

describe("edge beacons", () => {
  it("says which way, how many, and goes to the first given", () => {
    // A grid of 3: n1 is right of the root's desk, n4 right of that; n8 below at the left.
    const rooms = roomsFrom(Array(8).fill(0))
    const camera = fillWith(rooms, pane, "n2")
    expect(beacons(rooms, camera, pane, ["n5", "n1", "n5", "n7", "n3", "gone", "n2"])).toEqual([
      { direction: "n", count: 1, target: "n1" },
      { direction: "e", count: 2, target: "n5" },
      { direction: "s", count: 1, target: "n7" },
      { direction: "w", count: 1, target: "n3" },
    ])
  })

  it("counts every item that is out of view exactly once, and none that is in view", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 50 }), fc.nat(), fc.array(fc.nat()), (choices, who, chosen) => {
        const rooms = roomsFrom(choices)
        const named = (at: number) => `n${at % (choices.length + 1)}`
        const camera = fillWith(rooms, pane, named(who))
        const items = chosen.map(named)
        const hidden = items.filter((id) => {
          const { x, y, width, height } = rectOnScreen(rooms, camera, pane, { id, part: "desk" })
          return !(x < pane.width && y < pane.height && x + width > 0 && y + height > 0)
        })
        const found = beacons(rooms, camera, pane, items)
        expect(found.reduce((so, { count }) => so + count, 0)).toBe(hidden.length)
        for (const { target, direction } of found) {
          expect(target).toBe(hidden.find((id) => directionOf(rooms, camera, pane, id) === direction))
        }
      }),
    )
  })

  it("knows the way out of a room of any depth", () => {
    const rooms = chain(1_200, 1)
    const camera = fitTo(rooms, pane, { id: "d1200", part: "room" })
    expect(directionOf(rooms, camera, pane, "d0")).not.toBe(null)
    expect(directionOf(rooms, camera, pane, "d1200-0")).toBe("n")
  })
})
