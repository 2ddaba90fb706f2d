import { interpolateZoom } from "d3-interpolate"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Camera, cameraIn, fillWith, fitTo, type Pane, rectOnScreen, zoomAt } from "./camera.ts"
import { easeOutCubic, flightAt, RHO, retarget, takeOff } from "./flight.ts"
import { chain, roomsFrom } from "./sample-rooms.ts"

// The package's types put the curvature on the path; it is on the function.
const textbookPath = (interpolateZoom as unknown as { rho(rho: number): typeof interpolateZoom }).rho(RHO)
const pane: Pane = { width: 1440, height: 900 }
const middle = { x: 720, y: 450 }
const tree = fc.array(fc.nat(), { minLength: 2, maxLength: 40 })
const straightInto = (factor: number) => {
  const rooms = chain(20, 0)
  const from = fitTo(rooms, pane, { id: "d0", part: "room" })
  // Straight in, and not further than there are rooms.
  return takeOff(rooms, pane, from, { ...from, scale: from.scale * factor }, 0)
}

describe("a flight", () => {
  it("takes 171 ms for ×3, 342 ms for ×9, 420 ms for more, and never less than 160 ms", () => {
    expect([3, 9, 27, 1e6, 1.01, 1 / 3].map((factor) => Math.round(straightInto(factor).ms))).toEqual([
      171, 342, 420, 420, 160, 171,
    ])
  })

  it("takes 220 ms from anywhere when it is flat", () => {
    const rooms = chain(30, 2)
    const [from, to] = [fitTo(rooms, pane, { id: "d0", part: "room" }), fillWith(rooms, pane, "d30")]
    expect(takeOff(rooms, pane, from, to, 5, "flat").ms).toBe(220)
  })

  it("starts and ends exactly where it should, eased out, between any two agents", () => {
    fc.assert(
      fc.property(tree, fc.nat(), fc.nat(), (choices, one, other) => {
        const rooms = roomsFrom(choices)
        const from = fillWith(rooms, pane, `n${one % (choices.length + 1)}`)
        const to = fillWith(rooms, pane, `n${other % (choices.length + 1)}`)
        const flight = takeOff(rooms, pane, from, to, 1_000)
        expectSame(rooms, flightAt(rooms, pane, flight, 1_000).camera, from)
        expectSame(rooms, flightAt(rooms, pane, flight, 1_000 + flight.ms * (1 - 1e-7)).camera, to)
        expect(flightAt(rooms, pane, flight, 1_000 + flight.ms)).toEqual({ camera: to, fade: 1, done: true })
      }),
    )
    expect([0, 0.5, 1].map(easeOutCubic)).toEqual([0, 0.875, 1])
  })

  it("follows the path of van Wijk and Nuij: the textbook's formula gives the same view at every moment", () => {
    fc.assert(
      fc.property(tree, fc.nat(), fc.nat(), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (choices, one, other, part) => {
        const rooms = roomsFrom(choices)
        const from = fillWith(rooms, pane, `n${one % (choices.length + 1)}`)
        const to = fillWith(rooms, pane, `n${other % (choices.length + 1)}`)
        const [a, b] = [cameraIn(rooms, from, rooms.root), cameraIn(rooms, to, rooms.root)]
        // Deeper than this the textbook's formula loses its digits.
        fc.pre(Math.max(a.scale, b.scale) < pane.width * 300 && from.anchor !== to.anchor)
        const textbook = textbookPath([a.x, a.y, pane.width / a.scale], [b.x, b.y, pane.width / b.scale])
        const flight = takeOff(rooms, pane, from, to, 0)
        const seen = cameraIn(rooms, flightAt(rooms, pane, flight, part * flight.ms).camera, rooms.root)
        const [x, y, width] = textbook(easeOutCubic(part))
        expect((seen.x - x) * seen.scale).toBeCloseTo(0, 3)
        expect((seen.y - y) * seen.scale).toBeCloseTo(0, 3)
        expect(pane.width / seen.scale / width).toBeCloseTo(1, 6)
      }),
    )
  })

  it("dives 200 rooms and never jumps: from one millisecond to the next what is seen stays on the path", () => {
    const rooms = chain(200, 3)
    const [from, to] = [fitTo(rooms, pane, { id: "d0", part: "room" }), fillWith(rooms, pane, "d200")]
    const flight = takeOff(rooms, pane, from, to, 0)
    let deepest = 0
    for (let now = 0; now < flight.ms; now += 0.5) {
      const { camera } = flightAt(rooms, pane, flight, now)
      const { depth } = rooms.get(camera.anchor)
      expect(depth).toBeGreaterThanOrEqual(deepest - 1)
      // The goal is always on the screen: the path zooms in on it.
      const goal = rectOnScreen(rooms, camera, pane, { id: "d200", part: "desk" })
      expect(Math.abs(goal.x + goal.width / 2 - middle.x)).toBeLessThan(pane.width)
      deepest = Math.max(deepest, depth)
    }
    expectSame(rooms, flightAt(rooms, pane, flight, flight.ms - 1e-6).camera, to)
  })

  it("is retargeted from where it is, at any moment, without a jump", () => {
    fc.assert(
      fc.property(tree, fc.nat(), fc.nat(), fc.nat(), fc.double({ min: 0, max: 500, noNaN: true }), (choices, a, b, c, now) => {
        const rooms = roomsFrom(choices)
        const at = (who: number) => fillWith(rooms, pane, `n${who % (choices.length + 1)}`)
        const first = takeOff(rooms, pane, at(a), at(b), 0)
        const second = retarget(rooms, pane, first, at(c), now)
        expectSame(rooms, flightAt(rooms, pane, second, now).camera, flightAt(rooms, pane, first, now).camera)
        expect(flightAt(rooms, pane, second, now + second.ms).camera).toEqual(at(c))
      }),
    )
  })

  it("U29 with reduced motion nothing travels: the goal at once, faded in over 120 ms", () => {
    const rooms = chain(5, 2)
    const [from, to] = [fitTo(rooms, pane, { id: "d0", part: "room" }), fillWith(rooms, pane, "d5")]
    const flight = takeOff(rooms, pane, from, to, 100, "still")
    expect(flight.ms).toBe(120)
    expect([100, 160, 220].map((now) => flightAt(rooms, pane, flight, now))).toEqual([
      { camera: to, fade: 0, done: false },
      { camera: to, fade: 0.5, done: false },
      { camera: to, fade: 1, done: true },
    ])
  })

  it("ends at home when its goal is taken away under way, and at its goal when its start is", () => {
    const rooms = chain(3, 1)
    const [a, b] = [fillWith(rooms, pane, "d3"), fillWith(rooms, pane, "d1-0")]
    const [there, back] = [takeOff(rooms, pane, a, b, 0), takeOff(rooms, pane, b, a, 0)]
    rooms.remove("d2")
    expect(flightAt(rooms, pane, there, 10)).toEqual({ camera: b, fade: 1, done: true })
    expect(flightAt(rooms, pane, back, 10).camera).toEqual(fitTo(rooms, pane, { id: "d0", part: "room" }))
  })

  it("can be left for a gesture at any moment: its camera is one like any other", () => {
    const rooms = chain(4, 2)
    const flight = takeOff(rooms, pane, fillWith(rooms, pane, "d4"), fillWith(rooms, pane, "d1-0"), 0)
    const { camera } = flightAt(rooms, pane, flight, 77)
    expectSame(rooms, zoomAt(rooms, pane, zoomAt(rooms, pane, camera, middle, 1.01), middle, 1 / 1.01), camera)
  })
})

/** The same view, to a hundredth of a pixel. */
function expectSame(rooms: ReturnType<typeof roomsFrom>, seen: Camera, expected: Camera): void {
  const target = { id: expected.anchor, part: "room" as const }
  const [one, other] = [rectOnScreen(rooms, seen, pane, target), rectOnScreen(rooms, expected, pane, target)]
  expect(Math.abs(one.x - other.x) + Math.abs(one.y - other.y) + Math.abs(one.width - other.width)).toBeLessThan(0.01)
}
