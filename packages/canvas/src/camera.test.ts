import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  anchored,
  type Camera,
  cameraIn,
  clamped,
  coverageOf,
  deskCoverage,
  deskInFocus,
  fillWith,
  fitTo,
  frameAll,
  LEAST_COVERAGE,
  liftedOut,
  orHome,
  type Pane,
  type Point,
  pan,
  rectOnScreen,
  zoomAt,
} from "./camera.ts"
import type { Target } from "./layout.ts"
import type { Rooms } from "./rooms.ts"
import { chain, roomsFrom } from "./sample-rooms.ts"

const pane: Pane = { width: 1440, height: 757 }
const middle: Point = { x: pane.width / 2, y: pane.height / 2 }
const room = (id: string): Target => ({ id, part: "room" })
const desk = (id: string): Target => ({ id, part: "desk" })
const home = (rooms: Rooms) => fitTo(rooms, pane, room(rooms.root.id))

/** The largest difference of the four edges of a thing seen through two cameras, in pixels. */
function apart(rooms: Rooms, a: Camera, b: Camera, target: Target): number {
  const [one, other] = [rectOnScreen(rooms, a, pane, target), rectOnScreen(rooms, b, pane, target)]
  const edges = (rect: typeof one) => [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height]
  return Math.max(...edges(one).map((edge, at) => Math.abs(edge - (edges(other)[at] ?? Number.NaN))))
}

const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 60 })
const move = fc.oneof(
  fc.record({ dx: fc.double({ min: -900, max: 900, noNaN: true }), dy: fc.double({ min: -900, max: 900, noNaN: true }) }),
  fc.record({
    x: fc.double({ min: 0, max: pane.width, noNaN: true }),
    y: fc.double({ min: 0, max: pane.height, noNaN: true }),
    factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
  }),
)
type Move = { dx: number; dy: number } | { x: number; y: number; factor: number }
const moved = (rooms: Rooms, camera: Camera, by: Move) =>
  "dx" in by ? pan(rooms, pane, camera, by.dx, by.dy) : zoomAt(rooms, pane, camera, by, by.factor)

describe("a camera at depth 200", () => {
  // A few rooms more than the dive is deep: at the last desk the zoom would stop, and a stop cannot be undone.
  const rooms = chain(205, 3)

  /** In by hand: the next room of the chain is dragged to the middle, then zoomed at, slightly off its centre. */
  function dive(): { cameras: Camera[]; moves: Move[] } {
    const cameras = [home(rooms)]
    const moves: Move[] = []
    const go = (by: Move) => {
      moves.push(by)
      cameras.push(moved(rooms, cameras.at(-1) as Camera, by))
    }
    for (let level = 1; level <= 200; level++) {
      const { x, y, width, height } = rectOnScreen(rooms, cameras.at(-1) as Camera, pane, room(`d${level}`))
      go({ dx: middle.x - x - width / 2, dy: middle.y - y - height / 2 })
      for (let notch = 0; notch < 5; notch++) go({ x: middle.x + 7, y: middle.y - 5, factor: 1.29 })
    }
    return { cameras, moves }
  }

  it("comes back to where it was, zooming in and out again, within a millionth of a pixel", () => {
    const { cameras, moves } = dive()
    let camera = cameras.at(-1) as Camera
    expect(rooms.get(camera.anchor).depth).toBeGreaterThan(190)
    let worst = 0
    for (let at = moves.length - 1; at >= 0; at--) {
      const by = moves[at] as Move
      const back = "dx" in by ? { dx: -by.dx, dy: -by.dy } : { ...by, factor: 1 / by.factor }
      camera = moved(rooms, camera, back)
      worst = Math.max(worst, apart(rooms, camera, cameras[at] as Camera, room((cameras[at] as Camera).anchor)))
    }
    expect(worst).toBeLessThan(1e-6)
    expect(camera.anchor).toBe("d0")
  })

  it("shows each thing at the same place before and after it is re-anchored, inwards and outwards", () => {
    const { cameras } = dive()
    for (const camera of cameras) {
      const anchor = rooms.get(camera.anchor)
      const outside = anchor.parent?.parent
      if (!outside) continue
      const lifted = cameraIn(rooms, camera, outside)
      const back = anchored(rooms, pane, lifted)
      expect(back.anchor).toBe(camera.anchor)
      expect(apart(rooms, camera, back, room(camera.anchor))).toBeLessThan(1e-6)
    }
  })

  it("pans there and back, and fits a room of any depth exactly", () => {
    for (const level of [1, 50, 120, 199, 200]) {
      const camera = fitTo(rooms, pane, room(`d${level}`), { x: 20, y: 20 })
      const { y, height, x, width } = rectOnScreen(rooms, camera, pane, room(`d${level}`))
      expect(Math.abs(height - (pane.height - 40))).toBeLessThan(1e-6)
      expect(Math.abs(y - 20)).toBeLessThan(1e-6)
      expect(Math.abs(x + width / 2 - middle.x)).toBeLessThan(1e-6)
      const away = pan(rooms, pane, camera, 311.7, -120.3)
      expect(apart(rooms, camera, pan(rooms, pane, away, -311.7, 120.3), room(`d${level}`))).toBeLessThan(1e-6)
    }
  })

  it("answers for things that are unimaginably far away with numbers", () => {
    const deep = chain(1_500, 1)
    const camera = fitTo(deep, pane, room("d1500"))
    for (const id of ["d0", "d1-0", "d700", "d1500-0"]) {
      expect(Object.values(rectOnScreen(deep, camera, pane, room(id))).every(Number.isFinite)).toBe(true)
    }
  })
})

describe("moving the camera", () => {
  it("keeps what is under the pointer under it, whatever rooms are crossed", () => {
    const point = fc.record({
      x: fc.double({ min: 500, max: 900, noNaN: true }),
      y: fc.double({ min: 250, max: 500, noNaN: true }),
    })
    fc.assert(
      fc.property(
        choices,
        point,
        fc.array(fc.double({ min: 0.7, max: 2, noNaN: true }), { maxLength: 30 }),
        (tree, at, factors) => {
          const rooms = roomsFrom(tree)
          let camera = home(rooms)
          for (const factor of factors) {
            const next = zoomAt(rooms, pane, camera, at, factor)
            const root = rooms.root
            const under = (seen: Camera) => {
              const inRoot = cameraIn(rooms, seen, root)
              return { x: inRoot.x + (at.x - middle.x) / inRoot.scale, y: inRoot.y + (at.y - middle.y) / inRoot.scale }
            }
            // At the clamp the map gives way; there the pointer cannot hold it.
            if (coverageOf(rectOnScreen(rooms, next, pane, room("n0")), pane) > LEAST_COVERAGE + 0.01) {
              const scale = cameraIn(rooms, next, root).scale
              expect(Math.abs(under(next).x - under(camera).x) * scale).toBeLessThan(1e-6)
              expect(Math.abs(under(next).y - under(camera).y) * scale).toBeLessThan(1e-6)
            }
            camera = next
          }
        },
      ),
    )
  })

  it("never shows an empty view: some room covers at least 30 % of the pane, after any moves, in a pane of any shape", () => {
    const shape = fc.record({ width: fc.integer({ min: 80, max: 4_000 }), height: fc.integer({ min: 80, max: 4_000 }) })
    fc.assert(
      fc.property(choices, shape, fc.array(move, { maxLength: 40 }), (tree, shaped, moves) => {
        const rooms = roomsFrom(tree)
        let camera = fitTo(rooms, shaped, room("n0"))
        for (const by of moves) {
          camera = "dx" in by ? pan(rooms, shaped, camera, by.dx, by.dy) : zoomAt(rooms, shaped, camera, by, by.factor)
          expect(coverageOf(rectOnScreen(rooms, camera, shaped, room("n0")), shaped)).toBeGreaterThanOrEqual(
            LEAST_COVERAGE - 1e-9,
          )
        }
      }),
    )
  })

  it("is always anchored in the deepest room that holds the whole view, or in the root", () => {
    fc.assert(
      fc.property(choices, fc.array(move, { maxLength: 30 }), (tree, moves) => {
        const rooms = roomsFrom(tree)
        const camera = moves.reduce((so, by) => moved(rooms, so, by), home(rooms))
        const holds = (id: string) => {
          const { x, y, width, height } = rectOnScreen(rooms, camera, pane, room(id))
          return x <= 1e-6 && y <= 1e-6 && x + width >= pane.width - 1e-6 && y + height >= pane.height - 1e-6
        }
        const clearly = (id: string) => {
          const { x, y, width, height } = rectOnScreen(rooms, camera, pane, room(id))
          return x < -1e-3 && y < -1e-3 && x + width > pane.width + 1e-3 && y + height > pane.height + 1e-3
        }
        if (camera.anchor !== "n0") expect(holds(camera.anchor)).toBe(true)
        for (const child of rooms.get(camera.anchor).cells) if (child !== null) expect(clearly(child.id)).toBe(false)
      }),
    )
  })

  it("goes no closer than a desk that fills the pane and a quarter", () => {
    const rooms = roomsFrom([0, 0, 1, 1])
    let camera = home(rooms)
    for (let notch = 0; notch < 60; notch++) {
      const { x, y, width, height } = rectOnScreen(rooms, camera, pane, desk("n3"))
      camera = zoomAt(rooms, pane, camera, { x: x + width / 2, y: y + height / 2 }, 1.5)
    }
    expect(rectOnScreen(rooms, camera, pane, desk("n3")).width).toBeCloseTo(1.25 * pane.width, 6)
  })

  it("stops at the edge in one direction and slides on in the other", () => {
    const rooms = roomsFrom([0, 0, 0])
    const edge = pan(rooms, pane, home(rooms), 5_000, 0)
    const along = pan(rooms, pane, edge, 500, -10)
    const [before, after] = [rectOnScreen(rooms, edge, pane, room("n0")), rectOnScreen(rooms, along, pane, room("n0"))]
    expect(after.x).toBeCloseTo(before.x, 3)
    expect(coverageOf(before, pane)).toBeCloseTo(LEAST_COVERAGE, 6)
  })
})

describe("framing", () => {
  it("fits any room or desk whole and in the middle, unless the clamp of a narrow pane forbids it", () => {
    fc.assert(
      fc.property(choices, fc.nat(), fc.constantFrom("room" as const, "desk" as const), (tree, who, part) => {
        const rooms = roomsFrom(tree)
        const target = { id: `n${who % (tree.length + 1)}`, part }
        const rect = rectOnScreen(rooms, fitTo(rooms, pane, target, { x: 24, y: 24 }), pane, target)
        expect(rect.height).toBeCloseTo(pane.height - 48, 5)
        expect(rect.x + rect.width / 2).toBeCloseTo(middle.x, 5)
        expect(rect.y + rect.height / 2).toBeCloseTo(middle.y, 5)
      }),
    )
  })

  it("fills the pane with a desk, and names it as the one in focus", () => {
    fc.assert(
      fc.property(choices, fc.nat(), (tree, who) => {
        const rooms = roomsFrom(tree)
        const id = `n${who % (tree.length + 1)}`
        const camera = fillWith(rooms, pane, id)
        expect(deskCoverage(rooms, camera, pane, id)).toBeCloseTo(1, 9)
        expect(deskInFocus(rooms, camera, pane)).toMatchObject({ id })
      }),
    )
  })

  it("finds no desk in focus in a gap, and the covering one wherever there is one", () => {
    fc.assert(
      fc.property(choices, fc.array(move, { maxLength: 25 }), (tree, moves) => {
        const rooms = roomsFrom(tree)
        const camera = moves.reduce((so, by) => moved(rooms, so, by), home(rooms))
        const covering = [...Array(tree.length + 1).keys()].map((at) => `n${at}`)
        const most = covering.find((id) => deskCoverage(rooms, camera, pane, id) > 0.51)
        if (most !== undefined) expect(deskInFocus(rooms, camera, pane)?.id).toBe(most)
      }),
    )
  })

  it("frames a selection across rooms so that all of it is in view", () => {
    fc.assert(
      fc.property(choices, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (tree, chosen) => {
        const rooms = roomsFrom(tree)
        const selection = chosen.map((who) => desk(`n${who % (tree.length + 1)}`))
        const camera = frameAll(rooms, pane, selection, { x: 10, y: 10 }) as Camera
        for (const target of selection) {
          const { x, y, width, height } = rectOnScreen(rooms, camera, pane, target)
          expect(Math.min(x, y)).toBeGreaterThan(9.999)
          expect(x + width).toBeLessThan(pane.width - 9.999)
          expect(y + height).toBeLessThan(pane.height - 9.999)
        }
      }),
    )
    expect(frameAll(roomsFrom([]), pane, [])).toBe(null)
  })
})

describe("a camera in a map that changes", () => {
  it("keeps its view when the room it is in is taken away around it", () => {
    const rooms = chain(6, 2)
    const camera = fitTo(rooms, pane, room("d6"), { x: 10, y: 10 })
    const lifted = liftedOut(rooms, camera, "d3")
    expect(lifted.anchor).toBe("d2")
    expect(apart(rooms, camera, lifted, room("d6"))).toBeLessThan(1e-6)
    expect(liftedOut(rooms, camera, "d3-0")).toBe(camera)
    rooms.remove("d3")
    expect(rooms.find(clamped(rooms, pane, lifted).anchor)).toBeDefined()
    expect(orHome(rooms, pane, camera)).toEqual(home(rooms))
  })

  it("does not move what it looks at when rooms outside of its anchor grow", () => {
    const rooms = roomsFrom([0, 1, 1])
    const camera = fillWith(rooms, pane, "n2")
    const before = rectOnScreen(rooms, camera, pane, desk("n2"))
    for (let at = 0; at < 20; at++) rooms.add(`late${at}`, "n0")
    expect(rectOnScreen(rooms, camera, pane, desk("n2"))).toEqual(before)
  })
})
