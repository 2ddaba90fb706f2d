// Owns: leaving a chat by pinching out of it (ux 2.2): the chat shrinks under the fingers, and is left when it has become smaller than the
// share of the pane at which a desk no longer fills it. The wheel alone only scrolls, and overscrolling never zooms.

import { NO_LONGER_FILLS, SETTLED_MS } from "@kibitz/canvas"
import type { Frame } from "../../../kernel/session/offers.ts"
import { lessMotion } from "./theme.ts"

const PER_PX = 0.01
const SMALLEST = 0.5

/** What the fingers have done so far: 1 is the chat as it was. */
export function pinched(scale: number, deltaY: number): number {
  return Math.min(1, Math.max(SMALLEST, scale * Math.exp(-deltaY * PER_PX)))
}

/** Of a pane that shrank in both directions, the share still covered. */
export const leaves = (scale: number): boolean => scale * scale < NO_LONGER_FILLS

/** `onLeave` when a pinch over a chat has ended with it small enough; its pane is named. Gives what ends it. */
export function followPinches(session: Frame, stage: HTMLElement, onLeave: (pane: HTMLElement) => void): () => void {
  let scale = 1
  let chat: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    if (chat) chat.style.transform = scale === 1 || lessMotion() ? "" : `scale(${scale})`
  }
  const cancel = () => {
    clearTimeout(timer)
    scale = 1
    show()
    chat = null
  }
  const settle = () => {
    const pane = chat?.closest<HTMLElement>(".pane") ?? null
    const isLeft = leaves(scale)
    cancel()
    if (isLeft && pane) onLeave(pane)
  }
  const onWheel = (event: WheelEvent) => {
    // A browser tells a pinch as a wheel with Ctrl; Cmd with the wheel means the same.
    if (!event.ctrlKey && !event.metaKey) return
    const under = event.target instanceof Element ? event.target.closest<HTMLElement>(".pane .chat") : null
    if (!under) return
    event.preventDefault()
    if (chat !== under) {
      scale = 1
      show()
      chat = under
    }
    scale = pinched(scale, event.deltaY)
    show()
    clearTimeout(timer)
    timer = setTimeout(settle, SETTLED_MS)
  }
  stage.addEventListener("wheel", onWheel, { passive: false })
  // Something lies over the chat then: what the fingers began is forgotten, for nobody leaves by opening an overlay.
  const stop = session.screen.subscribe(({ overlay }) => overlay !== null && cancel())
  return () => {
    stop()
    cancel()
    stage.removeEventListener("wheel", onWheel)
  }
}
