import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cameraIn, deskCoverage, deskInFocus, fitTo, type Pane, pan, zoomAt } from "./camera.ts"
import { type GestureInput, gestureStep, handsOff, settlesAt } from "./gestures.ts"
import { type Joining, type JoiningAction, type JoiningInput, joinedNobody, joiningStep, ringClosesAt } from "./joining.ts"
import { roomsFrom } from "./sample-rooms.ts"

const settled = (at: number, id: string, coverage: number, joinedCoverage = 0): JoiningInput => ({
  type: "settled",
  at,
  focus: { id, coverage },
  joinedCoverage,
})
const tick = (at: number, id = "ed", coverage = 1): JoiningInput => ({ type: "tick", at, focus: { id, coverage } })
function play(inputs: readonly JoiningInput[], from: Joining = joinedNobody) {
  let state = from
  const actions: JoiningAction[] = []
  for (const input of inputs) {
    const step = joiningStep(state, input)
    state = step.state
    actions.push(...step.actions)
  }
  return { state, said: actions.map(({ type, id }) => `${type} ${id}`) }
}

describe("joining by gesture", () => {
  it("joins a desk that covers 80 % after a ring of 300 ms", () => {
    expect(play([settled(0, "ed", 0.79)]).said).toEqual([])
    expect(play([settled(0, "ed", 0.8), tick(299)]).said).toEqual(["ring ed"])
    const { state, said } = play([settled(0, "ed", 0.8), tick(300, "ed", 0.8)])
    expect([said, state]).toEqual([["ring ed", "join ed"], { joined: "ed", ring: null }])
  })

  it("does not join when the hand moves on while the ring closes", () => {
    expect(play([settled(0, "ed", 1), { type: "moved", at: 299 }, tick(900)]).said).toEqual(["ring ed", "ring-gone ed"])
  })

  it("has joined when the input comes only after the ring had closed, though no tick came", () => {
    expect(play([settled(0, "ed", 1), { type: "moved", at: 301 }]).said).toEqual(["ring ed", "join ed"])
  })

  it("stays between 60 % and 80 %, and leaves below", () => {
    const joined = { joined: "ed", ring: null }
    expect(play([settled(0, "ed", 0.6, 0.6)], joined).said).toEqual([])
    expect(play([settled(0, "ed", 0.59, 0.59)], joined)).toEqual({ state: joinedNobody, said: ["leave ed"] })
  })

  it("leaves one before it joins the other", () => {
    const { said } = play([settled(0, "mira", 0.9, 0.05), tick(300, "mira")], { joined: "ed", ring: null })
    expect(said).toEqual(["leave ed", "ring mira", "join mira"])
  })

  it("takes explicit navigation as said: no ring is left over", () => {
    const { state, said } = play([settled(0, "ed", 0.9), { type: "navigated", at: 100, joined: "mira" }, tick(900)])
    expect([state.joined, said]).toEqual(["mira", ["ring ed", "ring-gone ed"]])
  })

  it("ux 2.3: joins nobody whom the user has flown away from, also when the ring was due and no tick had come", () => {
    const away: JoiningInput = { type: "navigated", at: 305, joined: null }
    expect(play([settled(0, "ed", 1), away, tick(900)])).toEqual({ state: joinedNobody, said: ["ring ed", "ring-gone ed"] })
  })

  it("ux 2.3: joins nobody who does not fill the pane any more when the ring closes", () => {
    const gone = { state: joinedNobody, said: ["ring ed", "ring-gone ed"] }
    expect(play([settled(0, "ed", 1), tick(300, "ed", 0.79)])).toEqual(gone)
    expect(play([settled(0, "ed", 1), tick(300, "mira", 1)])).toEqual(gone)
    expect(play([settled(0, "ed", 1), { type: "tick", at: 300, focus: null }])).toEqual(gone)
  })
})

describe("U10 over random gestures", () => {
  const pane: Pane = { width: 1200, height: 750 }
  const rooms = roomsFrom([0, 0, 0, 1, 1, 2, 4, 4, 4, 7, 7])
  const ids = Array.from({ length: 12 }, (_, at) => `n${at}`)
  const input = fc.record({
    wait: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 120 }) }, fc.integer({ min: 120, max: 900 })),
    who: fc.nat({ max: 11 }),
    notches: fc.constantFrom(-6, -3, -1, 1, 2, 3, 4),
  })

  it("only the desk the hand came to rest on is joined; who is passed on the way gets nothing", () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 60 }), (inputs) => {
        const { log, rests } = run(inputs)
        let joined: string | null = null
        for (const { type, id, at } of log) {
          if (type === "join") {
            // A rest of 180 ms, with the desk over 80 % of the pane, then 300 ms of ring, and no input in between.
            expect(rests.some((rest) => rest.at + 300 === at && rest.focus === id && rest.coverage >= 0.8)).toBe(true)
            expect(joined).toBe(null)
            joined = id
          } else {
            expect(id).toBe(joined)
            expect(rests.some((rest) => rest.at === at && (rest.all.get(id) ?? 1) < 0.6)).toBe(true)
            joined = null
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it("joins somebody at times, so that the rule above is not empty", () => {
    const dive = Array.from({ length: 12 }, () => ({ wait: 20, who: 11, notches: 3 }))
    expect(run([...dive, { wait: 900, who: 11, notches: -1 }]).log).toMatchObject([{ type: "join", id: "n11" }])
  })

  function run(inputs: readonly { wait: number; who: number; notches: number }[]) {
    let camera = fitTo(rooms, pane, { id: "n0", part: "room" })
    let hand = handsOff
    let state: Joining = joinedNobody
    const log: { type: "join" | "leave"; id: string; at: number }[] = []
    const rests: { at: number; focus: string | null; coverage: number; all: Map<string, number> }[] = []
    const told = (event: JoiningInput) => {
      const step = joiningStep(state, event)
      state = step.state
      for (const { type, id } of step.actions) if (type === "join" || type === "leave") log.push({ type, id, at: event.at })
    }
    const feel = (event: GestureInput) => {
      const step = gestureStep(hand, event)
      hand = step.state
      for (const action of step.actions) {
        if (action.type === "zoom") camera = zoomAt(rooms, pane, camera, action, action.factor)
        if (action.type === "pan") camera = pan(rooms, pane, camera, action.dx, action.dy)
        if (action.type === "zoom" || action.type === "pan") told({ type: "moved", at: event.at })
        if (action.type !== "settled") continue
        const focus = deskInFocus(rooms, camera, pane)
        const all = new Map(ids.map((id) => [id, deskCoverage(rooms, camera, pane, id)]))
        rests.push({ at: action.at, focus: focus?.id ?? null, coverage: focus?.coverage ?? 0, all })
        told({ type: "settled", at: action.at, focus, joinedCoverage: all.get(state.joined ?? "") ?? 0 })
      }
    }
    /** All timers that are due by then, in their order, as a page would run them. */
    const wait = (until: number) => {
      for (;;) {
        const due = [settlesAt(hand), ringClosesAt(state)].filter((at) => at !== null && at <= until)
        if (due.length === 0) return
        const at = Math.min(...(due as number[]))
        if (settlesAt(hand) === at) feel({ type: "tick", at })
        else told({ type: "tick", at, focus: deskInFocus(rooms, camera, pane) })
      }
    }
    let now = 0
    for (const { wait: ms, who, notches } of inputs) {
      now += ms
      wait(now)
      const at = aim(who)
      // The desk is dragged to the middle of the pane, then zoomed at.
      feel({ type: "down", at: now, pointer: 1, button: 0, keys: { shift: false, zoomKey: false, alt: false }, ...at })
      feel({ type: "move", at: now, pointer: 1, x: pane.width / 2, y: pane.height / 2 })
      feel({ type: "up", at: now, pointer: 1, x: pane.width / 2, y: pane.height / 2 })
      feel({
        type: "wheel",
        at: now,
        ...aim(who),
        deltaX: 0,
        deltaY: -100 * notches,
        deltaMode: 0,
        wheelDeltaY: 120 * notches,
        zoomKey: false,
        shift: false,
      })
    }
    wait(now + 1_000)
    return { log, rests }

    function aim(who: number) {
      const shown = fitTo(rooms, pane, { id: ids[who] ?? "n0", part: "desk" })
      // Towards the desk where it is seen, kept inside the pane, as a hand would.
      const { x, y } = offset(shown)
      return { x: Math.min(pane.width, Math.max(0, x)), y: Math.min(pane.height, Math.max(0, y)) }
    }

    function offset(shown: typeof camera) {
      const [goal, here] = [inRoot(shown), inRoot(camera)]
      return { x: pane.width / 2 + (goal.x - here.x) * here.scale, y: pane.height / 2 + (goal.y - here.y) * here.scale }
    }
  }

  function inRoot(camera: ReturnType<typeof fitTo>) {
    return cameraIn(rooms, camera, rooms.root)
  }
})
