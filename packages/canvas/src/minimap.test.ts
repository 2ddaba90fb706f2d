import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fillWith, fitTo, type Pane } from "./camera.ts"
import { boxInParent, ROOM_HEIGHT } from "./layout.ts"
import { minimapOf, pointInRoot } from "./minimap.ts"
import { chain, roomsFrom } from "./sample-rooms.ts"

const pane: Pane = { width: 1600, height: 1000 }

describe("the minimap", () => {
  it("shows the rooms in the root, and all of the root as the view when all is in view", () => {
    const rooms = roomsFrom([0, 0, 1])
    const map = minimapOf(rooms, fitTo(rooms, pane, { id: "n0", part: "room" }), pane, 160)
    expect(map.root).toEqual({ x: 0, y: 0, width: 160, height: 100 })
    expect(map.view.width).toBeCloseTo(160, 9)
    expect(map.view.height).toBeCloseTo(100, 9)
    const { x, scale } = boxInParent(rooms.get("n1"))
    expect(map.rooms.map(({ id }) => id)).toEqual(["n1", "n2"])
    expect(map.rooms[0]?.rect).toMatchObject({ x: x * 160, width: scale * 160 })
  })

  it("keeps the view's mark inside and visible, wherever one is and however deep", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (depth) => {
        const rooms = chain(300, 2)
        const { view } = minimapOf(rooms, fillWith(rooms, pane, `d${depth}`), pane, 160)
        expect(Math.min(view.x, view.y)).toBeGreaterThanOrEqual(0)
        expect(Math.min(view.width, view.height)).toBeGreaterThanOrEqual(3.999)
        expect(view.x + view.width).toBeLessThanOrEqual(160.001)
        expect(view.y + view.height).toBeLessThanOrEqual(100.001)
      }),
      { numRuns: 30 },
    )
  })

  it("takes a click to the point of the root under it, and never beside it", () => {
    expect(pointInRoot(80, 50, 160)).toEqual({ x: 0.5, y: ROOM_HEIGHT / 2 })
    expect(pointInRoot(-9, 900, 160)).toEqual({ x: 0, y: ROOM_HEIGHT })
  })
})
