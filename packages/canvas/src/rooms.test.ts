import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cellAt } from "./grid.ts"
import { commonRoom, isLeaf, type Place, Rooms } from "./rooms.ts"
import { roomsFrom } from "./sample-rooms.ts"

const everyone = (place: Place): Place[] => [place, ...place.cells.flatMap((child) => (child === null ? [] : everyone(child)))]

describe("the rooms of a map", () => {
  it("U18 nobody living moves, whoever comes and goes in whatever order", () => {
    const change = fc.record({ leaves: fc.boolean(), who: fc.nat() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
        const rooms = new Rooms("root")
        const cells = new Map<string, string>()
        for (const [at, { leaves, who }] of changes.entries()) {
          const living = everyone(rooms.root)
          const chosen = living[who % living.length] as Place
          if (leaves && chosen !== rooms.root) rooms.remove(chosen.id)
          else rooms.add(`a${at}`, chosen.id)
          for (const place of everyone(rooms.root)) {
            const { row, col } = cellAt(place.cell)
            const now = `${place.parent?.id} ${row} ${col}`
            expect(cells.get(place.id) ?? now).toBe(now)
            cells.set(place.id, now)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it("counts who is in each room, and knows everybody by id, after any changes", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.nat(), (choices, leaver) => {
        const rooms = roomsFrom(choices)
        const leaving = `n${leaver % (choices.length + 1)}`
        if (leaving !== "n0") rooms.remove(leaving)
        const all = everyone(rooms.root)
        expect(rooms.size).toBe(all.length)
        expect(new Set(all.map(({ nr }) => nr)).size).toBe(all.length)
        for (const place of all) {
          expect(place.total).toBe(everyone(place).length)
          expect(rooms.find(place.id)).toBe(place)
          expect(place.nr).toBeLessThan(rooms.numbers)
        }
      }),
    )
  })

  it("keeps an emptied room a room until it is tidied, so that its desk does not jump", () => {
    const rooms = new Rooms("root")
    rooms.add("a", "root")
    rooms.remove("a")
    expect(isLeaf(rooms.root)).toBe(false)
    rooms.arrange("root", new Map(), 1)
    expect([isLeaf(rooms.root), rooms.root.side]).toEqual([true, 1])
  })

  it("tidies cells and grid of one room only", () => {
    const rooms = new Rooms("root")
    for (const id of ["a", "b", "c", "d", "e"]) rooms.add(id, "root")
    for (const id of ["a", "b", "d"]) rooms.remove(id)
    expect(rooms.root.side).toBe(3)
    const tidy = new Map([
      ["c", 1],
      ["e", 2],
    ])
    rooms.arrange("root", tidy, 3)
    expect([rooms.get("c").cell, rooms.get("e").cell, rooms.root.side, rooms.root.lowestFree]).toEqual([1, 2, 2, 3])
  })

  it("reads a known layout back, with the slots of those who are gone, and refuses doubles, strangers and the end of the root", () => {
    const rooms = new Rooms("root")
    expect(rooms.add("a", "root", 7).cell).toBe(7)
    expect(rooms.add("b", "root").cell).toBe(1)
    rooms.reserve("root", 12)
    expect([rooms.root.cells.length, rooms.root.side]).toEqual([12, 4])
    expect(() => rooms.add("a", "root")).toThrow("already")
    expect(() => rooms.get("stranger")).toThrow("no room of stranger")
    expect(() => rooms.remove("root")).toThrow("stays")
  })

  it("finds the deepest room that holds two", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), (choices, one, other) => {
        const rooms = roomsFrom(choices)
        const [a, b] = [rooms.get(`n${one % (choices.length + 1)}`), rooms.get(`n${other % (choices.length + 1)}`)]
        const around = (place: Place): Place[] => [place, ...(place.parent === null ? [] : around(place.parent))]
        expect(commonRoom(a, b)).toBe(around(a).find((room) => around(b).includes(room)))
      }),
    )
  })
})
