// Owns: what the hand means: wheel, pointers and the space bar in, moves of the camera and clicks out. A state and an input give the
// next state and what follows; time comes with the input. Not here: the camera (camera.ts), who is joined (joining.ts).
import type { Point } from "./camera.ts"
import { type Device, type DeviceSetting, deviceOf, pixels, type WheelInput, wheelFactor } from "./wheel.ts"

/** A pointer that travels this far drags; it will not click any more. */
export const DRAG_PX = 4
/** A gesture has settled after so long without input. */
export const SETTLED_MS = 180

export type Keys = { readonly shift: boolean; readonly zoomKey: boolean; readonly alt: boolean }
type At = { readonly at: number }
type PointerAt = At & { readonly pointer: number; readonly x: number; readonly y: number }

export type GestureInput =
  | WheelInput
  /** Button as in the browser: 0 first, 1 middle, 2 second. */
  | ({ readonly type: "down"; readonly button: number; readonly keys: Keys } & PointerAt)
  | ({ readonly type: "move" } & PointerAt)
  | ({ readonly type: "up" } & PointerAt)
  | ({ readonly type: "cancel"; readonly pointer: number } & At)
  | ({ readonly type: "space"; readonly down: boolean } & At)
  | ({ readonly type: "tick" } & At)

export type GestureAction =
  | { readonly type: "pan"; readonly dx: number; readonly dy: number }
  | { readonly type: "zoom"; readonly x: number; readonly y: number; readonly factor: number }
  | { readonly type: "click"; readonly x: number; readonly y: number; readonly button: number; readonly keys: Keys }
  /** The space bar was pressed and nothing was dragged meanwhile. */
  | { readonly type: "peek" }
  | { readonly type: "settled"; readonly at: number }

type Held = {
  readonly pointer: number
  readonly button: number
  readonly keys: Keys
  readonly from: Point
  readonly now: Point
}

export type Gesture = {
  readonly held: readonly Held[]
  /** The pointers down are dragging, pinching, or have done so: none of them clicks. */
  readonly dragging: boolean
  readonly space: "up" | "down" | "used"
  /** The device of this gesture's wheel, once one was decided on. */
  readonly device: Device | null
  /** When the camera was last moved by hand; null when it has settled since. */
  readonly movedAt: number | null
}

export type GestureStep = { readonly state: Gesture; readonly actions: readonly GestureAction[] }

export const handsOff: Gesture = { held: [], dragging: false, space: "up", device: null, movedAt: null }

/** When the next tick is due; null when nothing is pending. A hand that rests on the map has not settled. */
export function settlesAt({ held, movedAt }: Gesture): number | null {
  return movedAt === null || held.length > 0 ? null : movedAt + SETTLED_MS
}

export function gestureStep(before: Gesture, input: GestureInput, setting: DeviceSetting = "auto"): GestureStep {
  const { state, actions } = settled(before, input.at)
  const next = answered(state, input, setting)
  return actions.length === 0 ? next : { state: next.state, actions: [...actions, ...next.actions] }
}

/** What was due before this input is settled first, also when no tick came between: the next input begins a gesture of its own. */
function settled(state: Gesture, at: number): GestureStep {
  const due = settlesAt(state)
  if (due === null || at < due) return { state, actions: [] }
  return { state: gestureOver(state), actions: [{ type: "settled", at: due }] }
}

/** The camera was sent elsewhere, or has come to rest: what the hand does next is a gesture of its own, and may come from another device. */
export function gestureOver(state: Gesture): Gesture {
  return { ...state, device: null, movedAt: null }
}

function answered(state: Gesture, input: GestureInput, setting: DeviceSetting): GestureStep {
  switch (input.type) {
    case "tick":
      return { state, actions: [] }
    case "wheel":
      return wheeled(state, input, setting)
    case "down":
      return pressed(state, input)
    case "move":
      return moved(state, input)
    case "up":
      return released(state, input)
    case "cancel":
      return { state: without(state, input.pointer, input.at), actions: [] }
    case "space":
      return spaced(state, input.down)
  }
}

function wheeled(state: Gesture, input: WheelInput, setting: DeviceSetting): GestureStep {
  // Shift turns a wheel's notch into a sideways delta, and a pinch has none: neither tells the devices apart.
  // What does not give itself away is a mouse, and stays one: a map that zooms and in the middle of it pans is thrown about.
  const seen = input.shift || input.zoomKey ? state.device : (state.device ?? deviceOf(input) ?? "mouse")
  const device = setting === "auto" ? seen : setting
  const next = { ...state, device: seen, movedAt: input.at }
  const { x, y } = input
  if (input.zoomKey) {
    const hand = deviceOf(input) === "mouse" ? "mouse" : "trackpad"
    return { state: next, actions: [{ type: "zoom", x, y, factor: wheelFactor(input, hand) }] }
  }
  const across = pixels(input.deltaX, input.deltaMode)
  const down = pixels(input.deltaY, input.deltaMode)
  if (input.shift) return { state: next, actions: [{ type: "pan", dx: -(across === 0 ? down : across), dy: 0 }] }
  if (device === "trackpad") return { state: next, actions: [{ type: "pan", dx: -across, dy: -down }] }
  return { state: next, actions: [{ type: "zoom", x, y, factor: wheelFactor(input, "mouse") }] }
}

function pressed(state: Gesture, { pointer, x, y, button, keys }: Extract<GestureInput, { type: "down" }>): GestureStep {
  if (state.held.some((held) => held.pointer === pointer)) return { state, actions: [] }
  const held = [...state.held, { pointer, button, keys, from: { x, y }, now: { x, y } }]
  // A second finger makes a pinch of it.
  const dragging = state.dragging || held.length > 1
  return { state: { ...state, held, dragging }, actions: [] }
}

function moved(state: Gesture, { pointer, x, y, at }: Extract<GestureInput, { type: "move" }>): GestureStep {
  const before = state.held.find((held) => held.pointer === pointer)
  if (before === undefined) return { state, actions: [] }
  const far = Math.hypot(x - before.from.x, y - before.from.y) >= DRAG_PX
  // Below the threshold the pointer's place is not updated: the pan, once it begins, makes up for all of it.
  if (!state.dragging && (!far || !drags(state, before))) return { state, actions: [] }
  const held = state.held.map((one) => (one === before ? { ...one, now: { x, y } } : one))
  const space = state.space === "down" ? "used" : state.space
  const next: Gesture = { ...state, held, space, dragging: true, movedAt: at }
  const other = state.held.find((one) => one !== before)
  if (other === undefined) return { state: next, actions: [{ type: "pan", dx: x - before.now.x, dy: y - before.now.y }] }
  return { state: next, actions: pinched(other.now, before.now, { x, y }) }
}

/** One of two fingers moved: the map follows their middle and keeps what is between them. */
function pinched(resting: Point, before: Point, after: Point): readonly GestureAction[] {
  const from = Math.hypot(before.x - resting.x, before.y - resting.y)
  const to = Math.hypot(after.x - resting.x, after.y - resting.y)
  const pan: GestureAction = { type: "pan", dx: (after.x - before.x) / 2, dy: (after.y - before.y) / 2 }
  if (from < 1 || to < 1) return [pan]
  return [pan, { type: "zoom", x: (after.x + resting.x) / 2, y: (after.y + resting.y) / 2, factor: to / from }]
}

function released(state: Gesture, { pointer, x, y, at }: Extract<GestureInput, { type: "up" }>): GestureStep {
  const held = state.held.find((one) => one.pointer === pointer)
  if (held === undefined) return { state, actions: [] }
  const far = Math.hypot(x - held.from.x, y - held.from.y) >= DRAG_PX
  const clicks = !state.dragging && !far && state.space === "up"
  const { button, keys } = held
  return { state: without(state, pointer, at), actions: clicks ? [{ type: "click", x, y, button, keys }] : [] }
}

function without(state: Gesture, pointer: number, at: number): Gesture {
  const held = state.held.filter((one) => one.pointer !== pointer)
  // Letting go ends the drag: from here the 180 ms run.
  const movedAt = state.movedAt === null ? null : at
  return { ...state, held, movedAt, dragging: state.dragging && held.length > 0 }
}

function spaced(state: Gesture, down: boolean): GestureStep {
  if (down) return { state: { ...state, space: state.space === "up" ? "down" : state.space }, actions: [] }
  return { state: { ...state, space: "up" }, actions: state.space === "down" ? [{ type: "peek" }] : [] }
}

/** The first and the middle button drag; the second opens a menu, unless the space bar is held. */
function drags(state: Gesture, { button }: Held): boolean {
  return button !== 2 || state.space !== "up"
}
