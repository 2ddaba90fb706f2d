import { describe, expect, it } from "vitest"
import { fillWith, fitTo, type Pane } from "./camera.ts"
import { type FrameOptions, MOST_ARCS, Painter } from "./draw.ts"
import { Labels } from "./labels.ts"
import { HEADER } from "./layout.ts"
import { Rooms } from "./rooms.ts"
import { roomsFrom } from "./sample-rooms.ts"
import { recordedSurface, samplePaint, sampleTheme } from "./sample-surface.ts"
import type { NodePaint } from "./surface.ts"
import { Viewer } from "./visible.ts"

const pane: Pane = { width: 1000, height: 625 }

function drawn(
  rooms: Rooms,
  paints: Readonly<Record<string, Partial<NodePaint>>>,
  more: Partial<FrameOptions> & { at?: string; offersIn?: string | null } = {},
) {
  const surface = recordedSurface()
  const size = more.pane ?? pane
  const camera = more.at ? fillWith(rooms, size, more.at) : fitTo(rooms, size, { id: rooms.root.id, part: "room" })
  const viewer = new Viewer().look(rooms, camera, size, more.offersIn)
  const paint = (id: string): NodePaint => ({ ...samplePaint, name: id, ...paints[id] })
  const options = { pane, pixelRatio: 1, theme: sampleTheme, paint, labels: new Labels(), now: 0, reducedMotion: false, ...more }
  const { turning } = new Painter().draw(surface, viewer, options)
  const has = (match: Partial<(typeof surface.strokes)[number]>) =>
    surface.strokes.filter((stroke) =>
      Object.entries(match).every(([key, value]) => stroke[key as keyof typeof stroke] === value),
    )
  return { surface, has, turning, viewer }
}

describe("a frame", () => {
  it("fills the pane with the background, in device pixels", () => {
    const { surface } = drawn(roomsFrom([0]), {}, { pixelRatio: 2 })
    expect(surface.strokes.slice(0, 2)).toMatchObject([
      { call: "setTransform", args: [2, 0, 0, 2, 0, 0] },
      { call: "fillRect", args: [0, 0, 1000, 625], fill: "background" },
    ])
  })

  it("writes names and room headers at 12 px whatever the zoom, with the counts that fit", () => {
    const counts = [
      { glyph: "needs-you", tone: "needs-you", n: 9 },
      { glyph: "working", tone: "working", n: 47 },
      { glyph: "done", tone: "done", n: 0 },
    ] as const
    for (const at of [undefined, "n1"]) {
      const { surface, has } = drawn(roomsFrom([0, 0, 0]), { n0: { name: "Jake", counts } }, at ? { at } : {})
      const sizes = new Set(has({ call: "fillText" }).map(({ font }) => /(\d+)px/.exec(font)?.[1]))
      for (const size of sizes) expect(["11", "12"]).toContain(size)
      if (at === undefined) expect(surface.texts()).toEqual(expect.arrayContaining(["Jake", "9", "47"]))
      expect(surface.texts()).not.toContain("0")
    }
  })

  it("keeps the name of a room in view that reaches out of it on the left", () => {
    const rooms = roomsFrom([0, 0, 0])
    const surface = recordedSurface()
    const [size, paint] = [pane, (id: string): NodePaint => ({ ...samplePaint, name: id })]
    const viewer = new Viewer().look(rooms, { anchor: "n0", x: 0.6, y: 0.3, scale: 1_100 }, size)
    const options = { pane, pixelRatio: 1, theme: sampleTheme, paint, labels: new Labels(), now: 0, reducedMotion: false }
    new Painter().draw(surface, viewer, options)
    const [title] = surface.strokes.filter(({ call, args }) => call === "fillText" && args[0] === "n0")
    expect(title?.args[1]).toBe(12)
  })

  it("keeps a room's name in the corner of its frame, however large the room is, and in view when the corner is not", () => {
    const titleAt = (width: number, y: number) => {
      const rooms = roomsFrom([0, 0, 0])
      const [surface, size] = [recordedSurface(), { width: 1_000, height: 625 }]
      const viewer = new Viewer().look(rooms, { anchor: "n0", x: 0.5, y, scale: width }, size)
      const paint = (id: string): NodePaint => ({ ...samplePaint, name: id })
      const options = { pane: size, pixelRatio: 1, theme: sampleTheme, paint, labels: new Labels(), now: 0, reducedMotion: false }
      new Painter().draw(surface, viewer, options)
      const room = [...viewer].find(({ kind, place }) => kind === "room" && place.id === "n0")
      const [title] = surface.strokes.filter(({ call, args }) => call === "fillText" && args[0] === "n0")
      return { line: Number(title?.args[2]), top: room?.y ?? 0, band: HEADER * (room?.width ?? 0) }
    }
    for (const width of [500, 950]) {
      const { line, top } = titleAt(width, 0.3125)
      expect([width, line - top]).toEqual([width, 20])
    }
    // The frame's top is out of view, its first row is not.
    const cut = titleAt(2_000, 0.2)
    expect(cut.top).toBeLessThan(-20)
    expect(cut.line).toBeGreaterThan(0)
    expect(cut.line).toBeLessThan(cut.top + cut.band)
  })

  it("writes numbers of a thousand and more as the rest of the screen does", () => {
    const counts = [{ glyph: "idle", tone: "quiet", n: 1_948 }] as const
    expect(drawn(roomsFrom([0, 0, 0]), { n0: { name: "Jake", counts } }).surface.texts()).toContain("1,948")
  })

  it("writes a room's name between its frame and its first row, one too small for that on its owner's desk, a smaller one nowhere", () => {
    const namesAt = (width: number) => {
      const { has, viewer } = drawn(
        roomsFrom([0, 0, 0, 1]),
        { n1: { edge: "needs-you" } },
        { pane: { width, height: width * 0.625 } },
      )
      const room = [...viewer].find(({ kind, place }) => kind === "room" && place.id === "n1")
      const titles = has({ call: "fillText" }).filter(({ args, font }) => args[0] === "n1" && font.startsWith("600"))
      return titles.map(({ args, font }) => {
        const [half, y, top] = [Number(/(\d+)px/.exec(font)?.[1]) * 0.37, Number(args[2]), room?.y ?? 0]
        return y - half >= top + 1 && y + half <= top + HEADER * (room?.width ?? 0)
      })
    }
    // The room of n1 is two fifths as wide as the pane.
    for (const width of [400, 460, 520, 600, 900]) expect([width, ...namesAt(width).slice(0, 1)]).toEqual([width, true])
    expect(namesAt(330)).toEqual([])
    const textsAt = (width: number) =>
      drawn(roomsFrom([0, 0, 0, 1]), {}, { pane: { width, height: width * 0.625 } }).surface.texts()
    expect([textsAt(330).includes("n1"), textsAt(200).includes("n1")]).toEqual([true, false])
  })

  it("a room that grows by a column keeps the names in it, for as long as enough of them can be read", () => {
    const namesWith = (guests: number, width: number, name: string) => {
      const paints = Object.fromEntries(Array.from({ length: guests }, (_, at) => [`n${at + 1}`, { name }]))
      const { has, viewer } = drawn(roomsFrom(Array(guests).fill(0)), paints, { pane: { width, height: width * 0.625 } })
      const desks = [...viewer].filter(({ kind, place }) => kind === "desk" && place.id !== "n0")
      expect(desks.map(({ level }) => level)).toEqual(Array(guests).fill("chip"))
      const written = has({ call: "fillText" }).filter(({ args }) => name.startsWith(String(args[0]).replace("…", "")))
      for (const { font } of written) expect(Number(/(\d+)px/.exec(font)?.[1])).toBeGreaterThanOrEqual(11)
      return { wide: Math.round(desks[0]?.width ?? 0), written: written.map(({ args }) => String(args[0])) }
    }
    // Three columns, four, five.
    expect([8, 9, 15, 16].map((guests) => namesWith(guests, 280, "Jonathan").wide)).toEqual([75, 56, 56, 45])
    for (const guests of [8, 9, 15]) expect(namesWith(guests, 280, "Jonathan").written).toEqual(Array(guests).fill("Jonathan"))
    expect(namesWith(16, 300, "Jonathan")).toEqual({ wide: 48, written: Array(16).fill("Jonath…") })
    // A stub would be the same for many; a short name is whole, and stays.
    expect(namesWith(16, 260, "Jonathan")).toEqual({ wide: 42, written: [] })
    expect(namesWith(16, 260, "Mira").written).toEqual(Array(16).fill("Mira"))
    expect(namesWith(16, 230, "Mira").written).toEqual([])
  })

  it("measures nothing for a frame whose names it has written before, however wide they are now", () => {
    const rooms = roomsFrom(Array(15).fill(0))
    const [surface, labels, painter] = [recordedSurface(), new Labels(), new Painter()]
    const paint = (id: string): NodePaint => ({ ...samplePaint, name: `Jonathan the ${id}`, badge: id === "n3" ? "◆2" : null })
    const frame = (width: number) => {
      const size = { width, height: width * 0.625 }
      const viewer = new Viewer().look(rooms, fitTo(rooms, size, { id: "n0", part: "room" }), size)
      painter.draw(surface, viewer, {
        pane: size,
        pixelRatio: 1,
        theme: sampleTheme,
        paint,
        labels,
        now: 0,
        reducedMotion: false,
      })
      return surface.measured()
    }
    const first = frame(300)
    expect([frame(300), frame(310), frame(340)]).toEqual([first, first, first])
  })

  it("gives a room where something waits an amber top edge of 2 px, and a failed one a red one", () => {
    const { has } = drawn(roomsFrom([0, 0, 1, 2]), { n1: { edge: "needs-you" }, n2: { edge: "failed" } })
    for (const fill of ["needs-you-fill", "failed-fill"]) {
      const edges = has({ call: "fillRect", fill })
      expect(edges.map(({ args }) => args[3])).toEqual([2])
    }
  })

  it("draws the dot of what is to be read wholly inside the round corner of a card", () => {
    const { has, viewer } = drawn(roomsFrom([0]), { n1: { unread: true } })
    const card = [...viewer].find(({ kind, place }) => kind === "desk" && place.id === "n1")
    const [dot] = has({ call: "arc", fill: "done-fill" })
    const [x, y, radius] = (dot?.args ?? []).map(Number)
    const corner = { x: (card?.x ?? 0) + (card?.width ?? 0) - 8, y: (card?.y ?? 0) + 8 }
    expect(Math.hypot(Number(x) - corner.x, Number(y) - corner.y) + Number(radius)).toBeLessThanOrEqual(8)
  })

  it("rings the selected and the found once and the joined twice, in the accent", () => {
    const ringsOf = (paint: Partial<NodePaint>) =>
      drawn(roomsFrom([0]), { n1: paint }).has({ call: "stroke", stroke: "accent" }).length
    expect([ringsOf({}), ringsOf({ selected: true }), ringsOf({ joined: true, selected: true })]).toEqual([0, 1, 2])
    expect([ringsOf({ found: true }), ringsOf({ found: true, selected: true })]).toEqual([1, 1])
  })

  it("rings an open room only when the room itself is selected, not the desk in it", () => {
    const ringsOf = (paint: Partial<NodePaint>) =>
      drawn(roomsFrom([0]), { n0: paint }).has({ call: "stroke", stroke: "accent" }).length
    expect([ringsOf({ selected: true }), ringsOf({ roomSelected: true })]).toEqual([1, 1])
  })

  it("dashes the frame of a rehearsal and nothing else; an empty slot is faded, unless it is offered", () => {
    const rooms = roomsFrom([0, 0, 0])
    expect(drawn(rooms, {}).has({ call: "stroke", dashed: true })).toEqual([])
    const dashed = drawn(rooms, { n1: { rehearsal: true } }).has({ call: "stroke", dashed: true })
    expect(dashed.map(({ stroke }) => stroke)).toEqual([sampleTheme.lineStrong])
    rooms.remove("n2")
    rooms.remove("n3")
    const faded = (offersIn: string | null) => drawn(rooms, {}, { offersIn }).has({ call: "fill", alpha: 0.2 }).length
    expect([faded(null), faded("n0")]).toEqual([2, 1])
    expect(drawn(rooms, {}, { offersIn: "n0" }).has({ call: "stroke", dashed: true })).toEqual([])
  })

  it("draws dots of one kind together: 2,000 of them are a handful of strokes", () => {
    const rooms = roomsFrom(Array(2_000).fill(0))
    const { surface, viewer } = drawn(rooms, {})
    expect(viewer.length).toBeGreaterThan(2_000)
    const strokes = surface.strokes.filter(({ call }) => call === "fill" || call === "stroke" || call === "fillText")
    expect(strokes.length).toBeLessThan(12)
    expect(surface.strokes.filter(({ call }) => call === "arc").length).toBe(2_001)
  })

  it("shows a closed room as its counts, and one that needs the user among hundreds", () => {
    const rooms = new Rooms("root")
    rooms.add("team", "root")
    for (let at = 0; at < 3_000; at++) rooms.add(`m${at}`, "team")
    const counts = [
      { glyph: "needs-you", tone: "needs-you", n: 1 },
      { glyph: "working", tone: "working", n: 3_000 },
    ] as const
    const small: Pane = { width: 500, height: 313 }
    const { has } = drawn(rooms, { team: { counts } }, { pane: small })
    expect(Number(has({ call: "fillRect", fill: "needs-you-fill" })[0]?.args[2])).toBeGreaterThanOrEqual(3)
    expect(has({ call: "fillRect", fill: "working-fill" }).length).toBe(1)
  })

  it("writes on a card what there is space for: name, word, line, mode, money, and an amber badge", () => {
    const paint = {
      word: "tracht… 0:42",
      line: "which OIDC lib?",
      mode: [
        { text: "B", tone: "done" },
        { text: "T", tone: "needs-you" },
      ] as const,
      meta: "$0.42",
      badge: "2",
      progress: 0.5,
    }
    const { surface, has } = drawn(roomsFrom([0, 0]), { n1: paint })
    expect(surface.texts()).toEqual(expect.arrayContaining(["n1", "tracht… 0:42", "which OIDC lib?", "B", "T", "$0.42", "2"]))
    expect(has({ call: "fill", fill: "needs-you-fill" }).length).toBe(1)
  })

  it("AXS-9 the mode badge is one strip, tinted; what is shouted lies on its colour, and what has no room is left out whole", () => {
    const mode = [
      { text: "execution", tone: "quiet", isApart: true },
      { text: "repair", tone: "failed" },
      { text: "UNRESTRICTED", tone: "failed", isFilled: true },
      { text: "S", tone: "quiet" },
    ] as const
    const at = (width: number) => drawn(roomsFrom([0, 0]), { n1: { mode } }, { pane: { width, height: width * 0.625 } })
    const wide = at(1_200)
    const written = wide.has({ call: "fillText" }).map(({ args, fill }) => [args[0], fill])
    expect(written).toEqual(
      expect.arrayContaining([
        ["execution", "quiet-text"],
        ["repair", "failed-text"],
        ["UNRESTRICTED", "failed-on"],
        ["S", "quiet-text"],
      ]),
    )
    expect(wide.has({ call: "fillRect", fill: "failed-fill" })).toHaveLength(1)
    const narrow = at(420).surface.texts()
    expect(narrow).toEqual(expect.arrayContaining(["execution", "repair"]))
    expect(narrow.filter((text) => String(text).startsWith("UN"))).toEqual([])
  })

  it("AXS-9 on the smallest card what is spelled out goes before what it is about; a bar takes no line from it", () => {
    const about = { word: "works", line: "what it is about", progress: 0.5 }
    const texts = (width: number, mode: NodePaint["mode"]) =>
      drawn(roomsFrom([0, 0]), { n1: { ...about, mode } }, { pane: { width, height: width * 0.625 } }).surface.texts()
    const hasOnlyOne = (width: number) => {
      const there = texts(width, [{ text: "B", tone: "done" }])
      return there.includes(about.line) && !there.includes("B")
    }
    const width = Array.from({ length: 200 }, (_, at) => 300 + at).find(hasOnlyOne) ?? 0
    const spelled = texts(width, [{ text: "review", tone: "needs-you" }])
    expect(spelled).toContain("review")
    expect(spelled).not.toContain(about.line)
  })

  it("a card with room to spare breaks what it is about over lines, and says at the bottom what was last heard", () => {
    const line =
      "Split token refresh out of the session, so that a token that has run out no longer ends what the user was doing."
    const mode = [{ text: "review", tone: "needs-you" }] as const
    const paint = { word: "waits for Noa", line, mode, meta: "$0.42", last: "ended a turn 2 min ago" }
    const at = (width: number) => {
      const { has, viewer } = drawn(roomsFrom([0, 0]), { n1: paint }, { pane: { width, height: width * 0.625 } })
      const desk = [...viewer].find(({ place, kind }) => place.id === "n1" && kind === "desk")
      const inside = has({ call: "fillText" })
        .filter(({ args }) => Number(args[1]) > (desk?.x ?? 0) && Number(args[2]) > (desk?.y ?? 0))
        .filter(({ args }) => Number(args[2]) < (desk?.y ?? 0) + (desk?.height ?? 0))
      return { texts: inside.map(({ args }) => String(args[0])), feet: (desk?.height ?? 0) + (desk?.y ?? 0), inside }
    }
    const small = at(420)
    expect(small.texts).not.toContain(paint.last)
    expect(small.texts.filter((text) => line.startsWith(text.replace("…", "")))).toHaveLength(1)
    const large = at(860)
    expect(large.texts).toEqual(expect.arrayContaining([paint.word, paint.last, "review", paint.meta]))
    expect(large.texts.filter((text) => line.includes(text)).join(" ")).toBe(line)
    const money = large.inside.find(({ args }) => args[0] === paint.meta)
    expect(large.feet - Number(money?.args[2])).toBe(16)
  })

  it("fades the paused to 60 % and only them", () => {
    const { has } = drawn(roomsFrom([0, 0]), { n1: { dimmed: true } })
    const alphas = has({ call: "fillText" }).map(({ args, alpha }) => [args[0], alpha])
    expect(alphas).toContainEqual(["n1", 0.6])
    expect(alphas).toContainEqual(["n2", 1])
  })

  it("U29 turns an arc once in 2.4 s for at most 60 who work, and for nobody who asked for less motion", () => {
    const wide: Pane = { width: 4_000, height: 2_500 }
    const rooms = roomsFrom(Array(99).fill(0))
    const paints = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`n${at}`, { glyph: "working", tone: "working" } as const]),
    )
    const arcs = (now: number, reducedMotion: boolean) => {
      const { surface, turning } = drawn(rooms, paints, { pane: wide, now, reducedMotion })
      const quarter = surface.strokes.filter(
        ({ call, args }) => call === "arc" && Math.abs(Number(args[4]) - Number(args[3]) - Math.PI / 2) < 1e-9,
      )
      return { turning, starts: quarter.map(({ args }) => Number(args[3])) }
    }
    expect([arcs(0, false).turning, arcs(0, true).turning]).toEqual([MOST_ARCS, 0])
    expect(arcs(2_400, false).starts).toEqual(arcs(0, false).starts)
    expect(arcs(600, false).starts[0]).toBeCloseTo(Math.PI / 2, 9)
    expect(arcs(600, true)).toEqual(arcs(0, true))
  })

  it("turns nothing when nobody in view works at card size", () => {
    expect(drawn(roomsFrom(Array(2_000).fill(0)), { n5: { glyph: "working", tone: "working" } }).turning).toBe(0)
  })
})
