// Owns: from the browser's pointer and wheel events to moves of the map, clicks, and joining by zoom. What they mean is decided in
// packages/canvas; here are the timers and the elements.

import {
  type GestureAction,
  type GestureInput,
  gestureOver,
  gestureStep,
  handsOff,
  type JoiningAction,
  type JoiningInput,
  joinedNobody,
  joiningStep,
  type Keys,
  type Point,
  ringClosesAt,
  settlesAt,
} from "@kibitz/canvas"
import { look } from "../../../kernel/preferences/look.ts"
import type { MapEngine } from "./engine.ts"

export type HandsAsk = {
  click(x: number, y: number, button: number, keys: Keys): void
  /** The pointer is over this point and nothing is held; null: it has left. */
  hover(at: Point | null): void
  peek(): void
  /** The ring has closed around a desk. */
  join(id: string): void
}

/** Buttons, panels' controls and fields are not the map. */
const OWN = "button, input, select, textarea, a[href], [role=menu], [data-not-map]"

export class Hands {
  readonly #engine: MapEngine
  readonly #host: HTMLElement
  readonly #ask: HandsAsk
  #gesture = handsOff
  #joining = joinedNobody
  #timer: ReturnType<typeof setTimeout> | undefined
  #isLeftOff = false

  constructor(engine: MapEngine, host: HTMLElement, ask: HandsAsk) {
    this.#engine = engine
    this.#host = host
    this.#ask = ask
    engine.onFlight = () => this.navigated()
    host.addEventListener("wheel", this.#onWheel, { passive: false })
    host.addEventListener("pointerdown", this.#onDown)
    host.addEventListener("pointermove", this.#onMove)
    host.addEventListener("pointerup", this.#onUp)
    host.addEventListener("pointercancel", this.#onCancel)
    host.addEventListener("lostpointercapture", this.#onCancel)
    host.addEventListener("pointerleave", this.#onLeave)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#engine.onFlight = null
    this.#host.removeEventListener("wheel", this.#onWheel)
    this.#host.removeEventListener("pointerdown", this.#onDown)
    this.#host.removeEventListener("pointermove", this.#onMove)
    this.#host.removeEventListener("pointerup", this.#onUp)
    this.#host.removeEventListener("pointercancel", this.#onCancel)
    this.#host.removeEventListener("lostpointercapture", this.#onCancel)
    this.#host.removeEventListener("pointerleave", this.#onLeave)
  }

  /** The key for a look is down or up again. Between, dragging goes on with any button. */
  space(down: boolean): void {
    this.#take({ type: "space", down, at: performance.now() })
  }

  /** Zoomed by key or button: settles like a gesture, so that one can join by zooming without a pointer. */
  stepped(): void {
    this.#gesture = { ...this.#gesture, movedAt: performance.now() }
    this.#join({ type: "moved", at: performance.now() })
    this.#schedule()
  }

  /** Gone somewhere by name, or the camera was sent elsewhere: no ring, and nothing that settles into one. */
  navigated(): void {
    this.#gesture = gestureOver(this.#gesture)
    this.#join({ type: "navigated", at: performance.now(), joined: null })
  }

  /**
   * Something lies over the map, or no longer does. What the hand began is not gone on with beneath it: an overlay would be closed by a ring that
   * nobody sees. Afterwards it settles anew, from where the hand left it.
   */
  cover(isCovered: boolean): void {
    if (isCovered) {
      this.#isLeftOff ||= settlesAt(this.#gesture) !== null || ringClosesAt(this.#joining) !== null
      this.navigated()
    } else if (this.#isLeftOff) {
      this.#isLeftOff = false
      this.stepped()
    }
  }

  #take(input: GestureInput): void {
    const from = performance.now()
    const { state, actions } = gestureStep(this.#gesture, input, look.getState().wheel)
    this.#gesture = state
    for (const action of actions) this.#act(action)
    this.#schedule()
    this.#engine.times.spend(performance.now() - from)
  }

  #act(action: GestureAction): void {
    const now = performance.now()
    if (action.type === "pan" || action.type === "zoom") {
      this.#join({ type: "moved", at: now })
      if (action.type === "pan") this.#engine.panBy(action.dx, action.dy)
      else this.#engine.zoomBy(action, action.factor)
    } else if (action.type === "click") this.#ask.click(action.x, action.y, action.button, action.keys)
    else if (action.type === "peek") this.#ask.peek()
    else this.#join({ type: "settled", at: now, focus: this.#engine.deskInFocus, joinedCoverage: 0 })
  }

  #join(input: JoiningInput): void {
    const { state, actions } = joiningStep(this.#joining, input)
    this.#joining = state
    for (const action of actions) this.#tell(action)
    this.#schedule()
  }

  #tell(action: JoiningAction): void {
    if (action.type === "ring") this.#engine.showRing(action.id)
    else if (action.type === "ring-gone") this.#engine.showRing(null)
    else if (action.type === "join") {
      this.#engine.showRing(null)
      // Who is joined is the chat's affair from here on: this map has nobody.
      this.#joining = joinedNobody
      this.#ask.join(action.id)
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const due = [settlesAt(this.#gesture), ringClosesAt(this.#joining)].filter((at) => at !== null)
    if (due.length === 0) return
    this.#timer = setTimeout(
      () => {
        this.#take({ type: "tick", at: performance.now() })
        this.#join({ type: "tick", at: performance.now(), focus: this.#engine.deskInFocus })
      },
      Math.max(0, Math.min(...due) - performance.now()) + 1,
    )
  }

  #at(event: MouseEvent): Point {
    const { left, top } = this.#host.getBoundingClientRect()
    return { x: (event.clientX - left) / this.#engine.unit, y: (event.clientY - top) / this.#engine.unit }
  }

  readonly #onWheel = (event: WheelEvent): void => {
    if (isScrolling(event.target, this.#host)) return
    event.preventDefault()
    const { deltaX, deltaY, deltaMode, ctrlKey, metaKey, shiftKey } = event
    const wheelDeltaY = "wheelDeltaY" in event && typeof event.wheelDeltaY === "number" ? event.wheelDeltaY : 0
    const input = { deltaX, deltaY, deltaMode, wheelDeltaY, shift: shiftKey, zoomKey: ctrlKey || metaKey }
    this.#take({ type: "wheel", at: performance.now(), ...this.#at(event), ...input })
  }

  readonly #onDown = (event: PointerEvent): void => {
    if (isOwn(event.target, this.#host)) return
    const keys = { shift: event.shiftKey, zoomKey: event.ctrlKey || event.metaKey, alt: event.altKey }
    this.#take({ type: "down", at: performance.now(), pointer: event.pointerId, button: event.button, keys, ...this.#at(event) })
  }

  readonly #onMove = (event: PointerEvent): void => {
    if (this.#gesture.held.length === 0) return this.#ask.hover(isOwn(event.target, this.#host) ? null : this.#at(event))
    this.#take({ type: "move", at: performance.now(), pointer: event.pointerId, ...this.#at(event) })
    // Only a drag holds on to the pointer: a click must reach what lies under it.
    if (this.#gesture.dragging && !this.#host.hasPointerCapture(event.pointerId)) this.#host.setPointerCapture(event.pointerId)
  }

  readonly #onUp = (event: PointerEvent): void => {
    if (this.#gesture.held.length === 0) return
    this.#take({ type: "up", at: performance.now(), pointer: event.pointerId, ...this.#at(event) })
  }

  readonly #onLeave = (): void => this.#ask.hover(null)

  readonly #onCancel = (event: PointerEvent): void => {
    if (this.#gesture.held.length === 0) return
    this.#take({ type: "cancel", at: performance.now(), pointer: event.pointerId })
  }
}

function isOwn(target: EventTarget | null, host: HTMLElement): boolean {
  const own = target instanceof Element ? target.closest(OWN) : null
  return own !== null && own !== host && host.contains(own)
}

/** A list that can scroll keeps its wheel. */
function isScrolling(target: EventTarget | null, host: HTMLElement): boolean {
  const list = target instanceof Element ? target.closest("[data-scrolls]") : null
  return list !== null && host.contains(list) && list.scrollHeight > list.clientHeight
}
