import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Gesture, type GestureAction, type GestureInput, gestureOver, gestureStep, handsOff, settlesAt } from "./gestures.ts"
import type { DeviceSetting, WheelInput } from "./wheel.ts"

const keys = { shift: false, zoomKey: false, alt: false }
const wheel = (at: number, more: Partial<WheelInput> = {}): WheelInput => ({
  ...{ type: "wheel", at, x: 100, y: 50, deltaX: 0, deltaY: 100, deltaMode: 0, wheelDeltaY: -120, zoomKey: false, shift: false },
  ...more,
})
const trackpad = (at: number, deltaX: number, deltaY: number) => wheel(at, { deltaX, deltaY, wheelDeltaY: -3 * deltaY })
const down = (at: number, x: number, y: number, pointer = 1, button = 0): GestureInput => ({
  type: "down",
  at,
  x,
  y,
  pointer,
  button,
  keys,
})
const move = (at: number, x: number, y: number, pointer = 1): GestureInput => ({ type: "move", at, x, y, pointer })
const up = (at: number, x: number, y: number, pointer = 1): GestureInput => ({ type: "up", at, x, y, pointer })

function play(inputs: readonly GestureInput[], setting: DeviceSetting = "auto", from: Gesture = handsOff) {
  let state = from
  const actions: GestureAction[] = []
  for (const input of inputs) {
    const step = gestureStep(state, input, setting)
    state = step.state
    actions.push(...step.actions)
  }
  return { state, actions, kinds: actions.map(({ type }) => type) }
}

describe("mouse or trackpad", () => {
  it("takes notches of 120 that are not −3×delta for a mouse: it zooms at the pointer", () => {
    const { actions } = play([wheel(0)])
    expect(actions).toEqual([{ type: "zoom", x: 100, y: 50, factor: expect.closeTo(0.8, 9) }])
    // Scaled screens make the notch fractional; it is a mouse all the same.
    expect(play([wheel(0, { deltaY: 66.666 })]).kinds).toEqual(["zoom"])
  })

  it("takes lines and pages for a mouse, and a sideways delta for a trackpad: it pans", () => {
    expect(play([wheel(0, { deltaMode: 1, deltaY: 3, deltaX: 1, wheelDeltaY: 0 })]).kinds).toEqual(["zoom"])
    expect(play([trackpad(0, 4, 7)]).actions).toEqual([{ type: "pan", dx: -4, dy: -7 }])
    expect(play([trackpad(0, 4, 40)]).actions).toEqual([{ type: "pan", dx: -4, dy: -40 }])
  })

  it("takes the unknown for a mouse", () => {
    expect(play([trackpad(0, 0, 40)]).kinds).toEqual(["zoom"])
    expect(play([wheel(0, { deltaY: 7, wheelDeltaY: -21 })]).kinds).toEqual(["zoom"])
  })

  it("keeps to what it decided until the gesture has settled, then decides anew", () => {
    const { kinds } = play([trackpad(0, 4, 7), wheel(170), wheel(349), wheel(530)])
    expect(kinds).toEqual(["pan", "pan", "pan", "settled", "zoom"])
    expect(play([wheel(0), trackpad(100, 9, 0)]).kinds).toEqual(["zoom", "zoom"])
    expect(play([trackpad(0, 0, 40), trackpad(100, 9, 4)]).kinds).toEqual(["zoom", "zoom"])
  })

  it("does what the setting says whatever the numbers say", () => {
    expect(play([wheel(0)], "trackpad").kinds).toEqual(["pan"])
    expect(play([trackpad(0, 4, 7)], "mouse").kinds).toEqual(["zoom"])
  })

  it("forgets the device when the camera is sent elsewhere in the middle of a gesture: fingers right after a wheel's notch pan", () => {
    const notch = play([wheel(0)]).state
    expect(play([trackpad(100, 9, 4)], "auto", gestureOver(notch)).kinds).toEqual(["pan"])
    expect(settlesAt(gestureOver(notch))).toBeNull()
  })

  it("pans sideways with Shift, whichever delta the system fills, and does not take that for a trackpad", () => {
    const sideways = wheel(0, { shift: true, deltaX: 100, deltaY: 0, wheelDeltaY: 0 })
    expect(play([sideways, wheel(10, { shift: true }), wheel(20)]).actions).toMatchObject([
      { type: "pan", dx: -100, dy: 0 },
      { type: "pan", dx: -100, dy: 0 },
      { type: "zoom" },
    ])
  })

  it("zooms with the zoom key: a pinch by its small deltas, a wheel by its notches", () => {
    const pinch = wheel(0, { zoomKey: true, deltaY: -10, wheelDeltaY: 30 })
    expect(play([pinch], "trackpad").actions).toEqual([{ type: "zoom", x: 100, y: 50, factor: expect.closeTo(Math.exp(0.1), 9) }])
    expect(play([wheel(0, { zoomKey: true, deltaY: -100, wheelDeltaY: 120 })]).actions).toMatchObject([
      { factor: expect.closeTo(1.25, 9) },
    ])
  })
})

describe("pointers", () => {
  it("clicks below 4 px, and from there on drags and never clicks, also when it comes back", () => {
    expect(play([down(0, 10, 10), move(5, 12, 12), up(9, 12, 12)]).actions).toEqual([
      { type: "click", x: 12, y: 12, button: 0, keys },
    ])
    const { actions } = play([down(0, 10, 10), move(5, 14, 10), move(6, 20, 10), move(7, 10, 10), up(9, 10, 10)])
    expect(actions).toEqual([
      { type: "pan", dx: 4, dy: 0 },
      { type: "pan", dx: 6, dy: 0 },
      { type: "pan", dx: -10, dy: 0 },
    ])
    expect(play([down(0, 10, 10), up(9, 30, 10)]).kinds).toEqual([])
  })

  it("pans by exactly as much as the pointer went, for any drag", () => {
    const place = fc.integer({ min: -500, max: 500 })
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { minLength: 1 }), (way) => {
        const { actions } = play([down(0, 0, 0), ...way.map(([x, y], at) => move(at, x, y)), up(999, 0, 0)])
        const pans = actions.filter((action) => action.type === "pan")
        const [x, y] = way.at(-1) ?? [0, 0]
        if (pans.length > 0) expect([sum(pans.map(({ dx }) => dx)), sum(pans.map(({ dy }) => dy))]).toEqual([x, y])
        const far = way.some(([px, py]) => Math.hypot(px, py) >= 4)
        expect(actions.some(({ type }) => type === "click")).toBe(!far)
      }),
    )
  })

  it("pinches with two fingers: keeps what is under them under them, and clicks with neither", () => {
    const { actions } = play([
      down(0, 100, 100, 1),
      down(1, 200, 100, 2),
      move(2, 300, 100, 2),
      up(3, 300, 100, 2),
      up(4, 100, 100, 1),
    ])
    expect(actions).toEqual([
      { type: "pan", dx: 50, dy: 0 },
      { type: "zoom", x: 200, y: 100, factor: 2 },
    ])
  })

  it("drags with the space bar and any button, and peeks with the space bar alone", () => {
    const space = (at: number, isDown: boolean): GestureInput => ({ type: "space", at, down: isDown })
    expect(play([space(0, true), space(1, true), space(2, false)]).kinds).toEqual(["peek"])
    expect(play([space(0, true), down(1, 0, 0), move(2, 9, 0), up(3, 9, 0), space(4, false)]).kinds).toEqual(["pan"])
    expect(play([space(0, true), down(1, 0, 0), up(3, 0, 0), space(4, false)]).kinds).not.toContain("click")
    expect(play([down(1, 0, 0, 1, 2), move(2, 9, 0), up(3, 9, 0)]).kinds).toEqual([])
  })

  it("forgets a pointer the system took away", () => {
    const { state, actions } = play([down(0, 0, 0), { type: "cancel", at: 1, pointer: 1 }, move(2, 50, 0), up(3, 50, 0)])
    expect([state.held, actions]).toEqual([[], []])
  })
})

describe("settling", () => {
  it("comes 180 ms after the last input, once, and not while a hand is down", () => {
    const { state } = play([wheel(0), wheel(100)])
    expect(settlesAt(state)).toBe(280)
    const tick = (at: number): GestureInput => ({ type: "tick", at })
    expect(play([tick(279), tick(280), tick(400)], "auto", state).actions).toEqual([{ type: "settled", at: 280 }])
    const held = play([down(0, 0, 0), move(5, 90, 0), tick(500)])
    expect([settlesAt(held.state), held.kinds]).toEqual([null, ["pan"]])
    expect(play([up(600, 90, 0), tick(780)], "auto", held.state).actions).toEqual([{ type: "settled", at: 780 }])
  })

  it("does not follow a click: nothing moved", () => {
    expect(play([down(0, 0, 0), up(1, 0, 0), { type: "tick", at: 900 }]).kinds).toEqual(["click"])
  })
})

const sum = (numbers: readonly number[]) => numbers.reduce((so, one) => so + one, 0)
