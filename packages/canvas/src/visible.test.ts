import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Camera, fillWith, fitTo, type Pane, pan, rectOnScreen, zoomAt } from "./camera.ts"
import { levelWidths } from "./detail.ts"
import { type Place, Rooms } from "./rooms.ts"
import { chain, roomsFrom } from "./sample-rooms.ts"
import { type Seen, Viewer } from "./visible.ts"

const pane: Pane = { width: 1000, height: 700 }
const home = (rooms: Rooms) => fitTo(rooms, pane, { id: rooms.root.id, part: "room" })
const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 80 })
const steps = fc.array(
  fc.record({
    x: fc.double({ min: 0, max: pane.width, noNaN: true }),
    y: fc.double({ min: 0, max: pane.height, noNaN: true }),
    factor: fc.double({ min: 0.5, max: 3, noNaN: true }),
    dx: fc.double({ min: -300, max: 300, noNaN: true }),
  }),
  { maxLength: 12 },
)
const wander = (rooms: Rooms, moves: readonly { x: number; y: number; factor: number; dx: number }[]): Camera =>
  moves.reduce((camera, by) => pan(rooms, pane, zoomAt(rooms, pane, camera, by, by.factor), by.dx, by.dx / 2), home(rooms))
const meets = ({ x, y, width, height }: Pick<Seen, "x" | "y" | "width" | "height">, slack: number) =>
  x < pane.width - slack && y < pane.height - slack && x + width > slack && y + height > slack

describe("what is in view", () => {
  it("gives each thing the rect the camera gives it, and nothing that is out of view", () => {
    fc.assert(
      fc.property(tree, steps, (choices, moves) => {
        const rooms = roomsFrom(choices)
        const camera = wander(rooms, moves)
        for (const seen of new Viewer().look(rooms, camera, pane)) {
          expect(meets(seen, -1e-6)).toBe(true)
          if (seen.kind === "slot") continue
          const rect = rectOnScreen(rooms, camera, pane, { id: seen.place.id, part: seen.kind === "desk" ? "desk" : "room" })
          for (const edge of ["x", "y", "width", "height"] as const) expect(seen[edge]).toBeCloseTo(rect[edge], 5)
        }
      }),
    )
  })

  it("misses nobody: whoever is in view is there, or is counted in a closed room", () => {
    fc.assert(
      fc.property(tree, steps, (choices, moves) => {
        const rooms = roomsFrom(choices)
        const camera = wander(rooms, moves)
        const seen = [...new Viewer().look(rooms, camera, pane)].map((one) => ({ ...one }))
        const desks = new Set(seen.filter(({ kind }) => kind === "desk").map(({ place }) => place))
        const closed = new Set(seen.filter(({ kind }) => kind === "closed").map(({ place }) => place))
        for (let at = 0; at <= choices.length; at++) {
          const place = rooms.get(`n${at}`)
          const rect = rectOnScreen(rooms, camera, pane, { id: place.id, part: "desk" })
          if (meets(rect, 1e-6)) expect(desks.has(place) || around(place).some((room) => closed.has(room))).toBe(true)
        }
      }),
    )
  })

  it("stands for all agents exactly once when the whole is in view", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 400 }), (choices) => {
        const rooms = roomsFrom(choices)
        const stands = [...new Viewer().look(rooms, home(rooms), pane)].reduce((so, seen) => so + seen.stands, 0)
        expect(stands).toBe(rooms.size)
      }),
    )
  })

  it("paints a room before what is in it", () => {
    fc.assert(
      fc.property(tree, steps, (choices, moves) => {
        const rooms = roomsFrom(choices)
        const open = new Set<Place>()
        let first = true
        for (const { kind, place } of new Viewer().look(rooms, wander(rooms, moves), pane)) {
          const room = kind === "slot" || (kind === "desk" && place.cells.length > 1) ? place : place.parent
          if (!first && room !== null) expect(open.has(room)).toBe(true)
          if (kind === "room") open.add(place)
          first = false
        }
      }),
    )
  })

  it("shows forms that fit their widths, and keeps them through a trembling hand", () => {
    const rooms = roomsFrom([0, 0, 0, 1, 1, 1, 4, 4])
    const viewer = new Viewer()
    let camera = home(rooms)
    // The children of the root are brought to just above 360 px, then tremble by 2 %.
    const width = () => rectOnScreen(rooms, camera, pane, { id: "n2", part: "room" }).width
    camera = zoomAt(rooms, pane, camera, { x: 500, y: 350 }, (levelWidths.panel * 1.001) / width())
    const formOf = () => [...viewer.look(rooms, camera, pane)].find(({ place }) => place.id === "n2")?.level
    const forms = new Set([formOf()])
    for (let round = 0; round < 20; round++) {
      camera = zoomAt(rooms, pane, camera, { x: 500, y: 350 }, round % 2 === 0 ? 1 / 1.02 : 1.02)
      forms.add(formOf())
    }
    expect([...forms]).toEqual(["panel"])
  })

  it("calls a desk that fills the pane a chat, and lists panels nearest the middle first, eight at most", () => {
    const rooms = roomsFrom([0, 0, 0])
    const viewer = new Viewer()
    expect(
      [...viewer.look(rooms, fillWith(rooms, pane, "n1"), pane)].map(({ level, place }) => `${place.id} ${level}`),
    ).toContain("n1 chat")
    const wide: Pane = { width: 6_000, height: 3_750 }
    const many = roomsFrom(Array(15).fill(0))
    const panels = viewer.look(many, fitTo(many, wide, { id: "n0", part: "room" }), wide).panels(8)
    expect([panels.length, new Set(panels).size]).toEqual([8, 8])
    expect(panels.slice(0, 4).sort()).toEqual(["n2", "n5", "n6", "n7"].sort((a, b) => a.localeCompare(b)))
  })

  it("shows the slots that were left, from chip size on, and offers the lowest free one of one room", () => {
    const rooms = new Rooms("root")
    for (const id of ["a", "b", "c", "d", "e"]) rooms.add(id, "root")
    rooms.remove("b")
    rooms.remove("d")
    const slots = (offersIn: string | null) =>
      [...new Viewer().look(rooms, home(rooms), pane, offersIn)]
        .filter(({ kind }) => kind === "slot")
        .map(({ cell, offers }) => `${cell} ${offers}`)
        .sort()
    expect(slots(null)).toEqual(["2 false", "4 false"])
    expect(slots("root")).toEqual(["2 true", "4 false"])
    rooms.add("f", "root")
    rooms.add("g", "root")
    expect([slots(null), slots("root")]).toEqual([[], ["6 true"]])
  })

  it("finds what is on top at a point", () => {
    const rooms = roomsFrom([0, 0, 1, 1])
    const viewer = new Viewer().look(rooms, home(rooms), pane)
    for (const seen of [...viewer].filter(({ kind }) => kind !== "room")) {
      expect(viewer.under(seen.x + seen.width / 2, seen.y + seen.height / 2)).toBe(seen)
    }
    expect(viewer.under(-5, -5)).toBe(null)
  })

  it("costs what is seen: of 10,000 in small rooms only the closed rooms, of a deep chain only what has a size", () => {
    const rooms = new Rooms("root")
    for (let team = 0; team < 100; team++) {
      rooms.add(`t${team}`, "root")
      for (let at = 0; at < 99; at++) rooms.add(`t${team}-${at}`, `t${team}`)
    }
    const small: Pane = { width: 700, height: 450 }
    const viewer = new Viewer().look(rooms, fitTo(rooms, small, { id: "root", part: "room" }), small)
    expect(viewer.length).toBeLessThan(110)
    const deep = chain(1_000, 1)
    expect(viewer.look(deep, home(deep), pane).length).toBeLessThan(40)
  })

  it("uses the same objects again", () => {
    const rooms = roomsFrom([0, 0, 0])
    const viewer = new Viewer()
    const first = [...viewer.look(rooms, home(rooms), pane)]
    expect([...viewer.look(rooms, home(rooms), pane)].every((seen, at) => seen === first[at])).toBe(true)
  })
})

const around = (place: Place): Place[] => (place.parent === null ? [place] : [place, ...around(place.parent)])
