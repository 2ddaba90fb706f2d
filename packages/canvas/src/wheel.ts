// Owns: what a turn of the wheel means: which device sent it, and how far it goes. Browsers do not say; the numbers do, a little.

export type Device = "mouse" | "trackpad"
/** What the user said in the settings; auto reads it from the events. */
export type DeviceSetting = "auto" | Device

/** The part of a browser's wheel event that is read, with the time it came. */
export type WheelInput = {
  readonly type: "wheel"
  readonly at: number
  readonly x: number
  readonly y: number
  readonly deltaX: number
  readonly deltaY: number
  readonly deltaMode: number
  /** The old measure: 120 for one notch of a wheel. */
  readonly wheelDeltaY: number
  /** Ctrl or Cmd. A browser also sets it for a pinch on a trackpad. */
  readonly zoomKey: boolean
  readonly shift: boolean
}

const LINE_PX = 100 / 3
const PAGE_PX = 800
/** One notch (100 px) is a quarter more or less. */
const PER_WHEEL_PX = Math.log(1.25) / 100
const PER_PINCH_PX = 0.01
/** No single event, however wild, goes further than this. */
const LARGEST_STEP = Math.log(4)

/**
 * The device, where the event gives it away; null where it does not. Whether a delta is an integer says nothing: the scaling of the
 * screen makes the notches of a wheel fractional.
 */
export function deviceOf({ deltaX, deltaY, deltaMode, wheelDeltaY }: WheelInput): Device | null {
  const notches = wheelDeltaY !== 0 && wheelDeltaY % 120 === 0
  if (deltaMode !== 0 || (notches && wheelDeltaY !== -3 * deltaY)) return "mouse"
  return deltaX !== 0 ? "trackpad" : null
}

/** The zoom of a wheel's turn. A pinch arrives as small deltas with the zoom key; a wheel with the key held goes as without it. */
export function wheelFactor(input: WheelInput, device: Device): number {
  const step = -pixels(input.deltaY, input.deltaMode) * (device === "trackpad" ? PER_PINCH_PX : PER_WHEEL_PX)
  return Math.exp(Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, step)))
}

export function pixels(delta: number, mode: number): number {
  return mode === 1 ? delta * LINE_PX : mode === 2 ? delta * PAGE_PX : delta
}
