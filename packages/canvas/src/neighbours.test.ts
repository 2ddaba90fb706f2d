import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { directions } from "./beacons.ts"
import { partInAncestor, ROOM_HEIGHT, type Target } from "./layout.ts"
import { neighbour } from "./neighbours.ts"
import { isLeaf, Rooms } from "./rooms.ts"
import { roomsFrom } from "./sample-rooms.ts"

const desk = (id: string): Target => ({ id, part: "desk" })
const room = (id: string): Target => ({ id, part: "room" })

describe("arrow keys", () => {
  it("walk the grid of a room, its owner's desk included", () => {
    // 0 1 4
    // 3 2 5
    // 8 7 6
    const rooms = roomsFrom(Array(8).fill(0))
    expect(neighbour(rooms, desk("n0"), "e")).toEqual(desk("n1"))
    expect(neighbour(rooms, desk("n1"), "s")).toEqual(desk("n2"))
    expect(neighbour(rooms, desk("n2"), "w")).toEqual(desk("n3"))
    expect(neighbour(rooms, desk("n3"), "n")).toEqual(desk("n0"))
    expect(neighbour(rooms, desk("n4"), "e")).toBe(null)
  })

  it("skip empty slots", () => {
    const rooms = roomsFrom(Array(8).fill(0))
    rooms.remove("n2")
    expect(neighbour(rooms, desk("n3"), "e")).toEqual(desk("n5"))
  })

  it("go from the edge of a room into the room beyond, to whoever is in line", () => {
    // auth (cell 1) and docs (cell 4) stand side by side, four cells each.
    const rooms = new Rooms("root")
    for (const id of ["auth", "b", "c", "docs"]) rooms.add(id, "root")
    for (const id of ["a1", "a2", "a3"]) rooms.add(id, "auth")
    for (const id of ["d1", "d2", "d3"]) rooms.add(id, "docs")
    expect(neighbour(rooms, desk("a1"), "e")).toEqual(desk("docs"))
    expect(neighbour(rooms, desk("a2"), "e")).toEqual(desk("d3"))
    expect(neighbour(rooms, desk("d3"), "w")).toEqual(desk("a2"))
    expect(neighbour(rooms, desk("auth"), "w")).toEqual(desk("root"))
  })

  it("stay on their level: from a room to the room beside it", () => {
    const rooms = roomsFrom([0, 0, 0, 1, 2])
    expect(neighbour(rooms, room("n1"), "s")).toEqual(room("n2"))
    expect(neighbour(rooms, room("n2"), "w")).toEqual(desk("n3"))
  })

  const middleOf = (rooms: Rooms, { id, part }: Target) => {
    const { x, y, scale } = partInAncestor(rooms.get(id), part, rooms.root)
    return { x: x + scale / 2, y: y + (scale * ROOM_HEIGHT) / 2 }
  }
  const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 80 })

  it("always go the way the arrow points, to somebody who is there", () => {
    fc.assert(
      fc.property(tree, fc.nat(), fc.constantFrom(...directions), fc.boolean(), (choices, who, direction, atDesk) => {
        const rooms = roomsFrom(choices)
        const from: Target = { id: `n${who % (choices.length + 1)}`, part: atDesk ? "desk" : "room" }
        const to = neighbour(rooms, from, direction)
        if (to === null) return
        const [a, b] = [middleOf(rooms, from), middleOf(rooms, to)]
        const gone = { n: a.y - b.y, s: b.y - a.y, e: b.x - a.x, w: a.x - b.x }[direction]
        expect(gone).toBeGreaterThan(0)
        expect(to.part === "room" && isLeaf(rooms.get(to.id))).toBe(false)
      }),
    )
  })

  it("reach the edge of the map from anywhere by one arrow alone", () => {
    fc.assert(
      fc.property(tree, fc.nat(), fc.constantFrom(...directions), (choices, who, direction) => {
        const rooms = roomsFrom(choices)
        let at: Target | null = desk(`n${who % (choices.length + 1)}`)
        let presses = 0
        for (; at !== null; presses++) {
          at = neighbour(rooms, at, direction)
          expect(presses).toBeLessThan(500)
        }
      }),
    )
  })
})
