import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type Box,
  boxInAncestor,
  boxInParent,
  cellBox,
  cellUnder,
  childAt,
  deskBox,
  HEADER,
  partInAncestor,
  ROOM_HEIGHT,
  relativeTo,
  wholeBox,
  within,
} from "./layout.ts"
import { Rooms } from "./rooms.ts"
import { chain, roomsFrom } from "./sample-rooms.ts"

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.scale && b.x < a.x + a.scale && a.y < b.y + b.scale * ROOM_HEIGHT && b.y < a.y + a.scale * ROOM_HEIGHT

describe("the layout of a room", () => {
  it("puts every cell below the header and inside the frame, none upon another", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), (side) => {
        const boxes = Array.from({ length: side * side }, (_, index) => cellBox(index, side))
        for (const [at, box] of boxes.entries()) {
          expect(box.x).toBeGreaterThan(0)
          expect(box.x + box.scale).toBeLessThan(1)
          expect(box.y).toBeGreaterThanOrEqual(HEADER)
          expect(box.y + box.scale * ROOM_HEIGHT).toBeLessThan(ROOM_HEIGHT)
          expect(boxes.slice(0, at).filter((other) => overlap(box, other))).toEqual([])
        }
      }),
    )
  })

  it("makes a leaf's desk its whole room, and an owner's desk cell 0", () => {
    const rooms = new Rooms("root")
    expect(deskBox(rooms.root)).toEqual(wholeBox)
    rooms.add("a", "root")
    expect(deskBox(rooms.root)).toEqual(cellBox(0, 2))
    expect(partInAncestor(rooms.get("a"), "desk", rooms.root)).toEqual(boxInParent(rooms.get("a")))
  })

  it("finds in the middle of each cell the one who lives there, and nobody in gaps and margins", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), (children) => {
        const rooms = roomsFrom(Array(children).fill(0))
        for (const child of rooms.root.cells) {
          if (child === null) continue
          const { x, y, scale } = boxInParent(child)
          expect(childAt(rooms.root, x + scale / 2, y + (scale * ROOM_HEIGHT) / 2)).toBe(child)
          expect(childAt(rooms.root, x - scale * 0.03, y)).toBe(null)
          expect(cellUnder(rooms.root, x + scale / 2, y - scale * ROOM_HEIGHT * 0.03)).toBe(null)
        }
        expect(cellUnder(rooms.root, 0.5, HEADER / 2)).toBe(null)
      }),
      { numRuns: 30 },
    )
  })

  it("composes transforms down a path and undoes them", () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true })
    const box = fc.record({ x: number, y: number, scale: fc.double({ min: 0.01, max: 3, noNaN: true }) })
    fc.assert(
      fc.property(box, box, (outer, inner) => {
        const back = relativeTo(outer, within(outer, inner))
        expect(back.x).toBeCloseTo(inner.x, 9)
        expect(back.y).toBeCloseTo(inner.y, 9)
        expect(back.scale).toBeCloseTo(inner.scale, 9)
      }),
    )
  })

  it("gives a box in any ancestor, at any depth, and none in a room that is no ancestor", () => {
    const rooms = chain(500, 2)
    const box = boxInAncestor(rooms.get("d500"), rooms.root)
    expect(box.scale).toBeGreaterThan(0)
    expect(box.scale).toBeLessThan(1e-180)
    expect(boxInAncestor(rooms.get("d7"), rooms.get("d7"))).toEqual(wholeBox)
    expect(() => boxInAncestor(rooms.root, rooms.get("d1"))).toThrow("is not in the room of")
  })
})
