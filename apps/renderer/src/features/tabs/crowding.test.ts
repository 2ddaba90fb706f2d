import fc from "fast-check"
import { expect, test } from "vitest"
import { outOfView, type Strip, scrollFor } from "./crowding.ts"

const ten = Array<number>(10).fill(100)

test("how many tabs are out of view at either side", () => {
  const at = (scrolled: number, here = -1) => Object.values(outOfView({ widths: ten, here, scrolled, room: 350 }))
  expect([at(0), at(50), at(300), at(650)]).toEqual([
    [0, 7],
    [1, 6],
    [3, 4],
    [7, 0],
  ])
  expect(Object.values(outOfView({ widths: [80, 90], here: 1, scrolled: 0, room: 350 }))).toEqual([0, 0])
  // The one the user is with is in view at the edge, and covers another.
  expect([at(300, 0), at(0, 9)]).toEqual([
    [3, 4],
    [0, 7],
  ])
})

test("ux 7.3: wherever one was, the tab that is reached by key is in view and not under the one the user is with", () => {
  const strips = fc
    .record({
      widths: fc.array(fc.integer({ min: 60, max: 200 }), { minLength: 1, maxLength: 30 }),
      here: fc.integer({ min: -1, max: 29 }),
      at: fc.nat(29),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      room: fc.integer({ min: 420, max: 900 }),
    })
    .filter(({ widths, here, at }) => here < widths.length && at < widths.length)
  fc.assert(
    fc.property(strips, ({ widths, here, at, part, room }) => {
      const whole = widths.reduce((so, width) => so + width, 0)
      const most = Math.max(0, whole - room)
      const before: Strip = { widths, here, scrolled: part * most, room }
      const scrolled = scrollFor(before, at)
      expect(scrolled).toBeGreaterThanOrEqual(0)
      expect(scrolled).toBeLessThanOrEqual(most + 1e-9)
      const left = widths.slice(0, at).reduce((so, width) => so + width, 0)
      const hereLeft = widths.slice(0, here).reduce((so, width) => so + width, 0)
      const hereWidth = here < 0 || here === at ? 0 : (widths[here] ?? 0)
      const isHeldLeft = here >= 0 && hereLeft < scrolled
      const isHeldRight = here >= 0 && hereLeft + hereWidth > scrolled + room
      expect(left).toBeGreaterThanOrEqual(scrolled + (isHeldLeft ? hereWidth : 0) - 1e-9)
      expect(left + (widths[at] ?? 0)).toBeLessThanOrEqual(scrolled + room - (isHeldRight ? hereWidth : 0) + 1e-9)
    }),
  )
})
