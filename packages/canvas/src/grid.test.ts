// Nobody who lives on the map ever moves on their own.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cellAt, gridSide, indexOf, Slots } from "./grid.ts"

describe("the gnomon grid", () => {
  it("numbers 10,000 cells without a gap or a double, each inside the smallest square that holds it", () => {
    const seen = new Set<string>()
    for (let index = 0; index < 10_000; index++) {
      const { row, col } = cellAt(index)
      seen.add(`${row},${col}`)
      expect(indexOf(row, col)).toBe(index)
      expect(Math.max(row, col)).toBe(gridSide(index + 1) - 1)
    }
    expect(seen.size).toBe(10_000)
  })

  it("starts as drawn: a column on the right from above, then the row below from the right", () => {
    const first = Array.from({ length: 9 }, (_, index) => cellAt(index)).map(({ row, col }) => [row, col])
    expect(first).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 2],
      [1, 2],
      [2, 2],
      [2, 1],
      [2, 0],
    ])
  })

  it("is exact where a square root might round up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 94_906_265 }), (ring) => {
        expect(cellAt(ring * ring)).toEqual({ row: 0, col: ring })
        expect(cellAt(ring * ring - 1)).toEqual({ row: ring - 1, col: 0 })
      }),
    )
  })

  it("has a side for every number of cells", () => {
    expect([0, 1, 2, 4, 5, 9, 10, 10_000].map(gridSide)).toEqual([1, 1, 2, 2, 3, 3, 4, 100])
  })
})

describe("the slots of a room", () => {
  it("U18 spawn 100, finish 50, spawn 50: nobody living changes row or column", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(100).keys()], { minLength: 50, maxLength: 50 }), (finished) => {
        const slots = new Slots<string>()
        const cells = new Map(Array.from({ length: 100 }, (_, at) => [`first${at}`, slots.take(`first${at}`)]))
        for (const at of finished) slots.free(cells.get(`first${at}`) ?? -1)
        const late = Array.from({ length: 50 }, (_, at) => slots.take(`late${at}`))
        const moved = [...cells].filter(([guest, cell], at) => !finished.includes(at) && slots.cells[cell] !== guest)
        expect(moved).toEqual([])
        expect(late).toEqual(finished.map((at) => at + 1).sort((a, b) => a - b))
        expect(slots.cells.length).toBe(101)
      }),
      { numRuns: 30 },
    )
  })

  it("keeps the desk for the owner, refuses a taken cell, and frees only what is taken", () => {
    const slots = new Slots<string>()
    expect(slots.take("a")).toBe(1)
    expect(() => slots.take("b", 0)).toThrow("not for guests")
    expect(() => slots.take("b", 1)).toThrow("taken")
    expect(() => slots.free(2)).toThrow("empty")
    expect(slots.take("b", 5)).toBe(5)
    expect([slots.take("c"), slots.take("d"), slots.take("e"), slots.take("f")]).toEqual([2, 3, 4, 6])
  })

  it("seats everybody anew on request only, and forgets nobody", () => {
    const slots = new Slots<string>()
    for (const guest of ["a", "b", "c", "d"]) slots.take(guest)
    slots.free(2)
    expect(() => slots.arrange(new Map([["a", 1]]), 2)).toThrow("3 live here, 1 are to be seated")
    const seats = new Map(["a", "c", "d"].map((guest, at) => [guest, at + 1]))
    slots.arrange(seats, 4)
    expect([slots.cells, slots.lowestFree, slots.guests]).toEqual([[null, "a", "c", "d"], 4, 3])
  })

  it("has room for who was there before, also where nobody sits now", () => {
    const slots = new Slots<string>()
    slots.reserve(5)
    slots.reserve(2)
    expect([slots.cells.length, slots.lowestFree]).toEqual([5, 1])
  })
})
