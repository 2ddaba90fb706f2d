// Owns: putting a toast where it covers nothing the user writes in or decides about.
import { GAP, placeFor } from "./place.ts"
import { takenBoxes } from "./use-toasts.ts"

/** `more`: what else it must not cover. Where it would cover something it is not shown. */
export function lay(toast: HTMLElement | null, more: string): void {
  if (!toast) return
  const taken = takenBoxes(more)
  // The corner of the window first: over the inspector it is in nobody's way.
  for (const room of [document.querySelector<HTMLElement>(BESIDE), toast.parentElement]) {
    if (!room) continue
    const lies = room.getBoundingClientRect()
    toast.style.maxWidth = `${lies.width - 2 * GAP}px`
    const { width, height } = toast.getBoundingClientRect()
    const place = placeFor({ width, height }, lies, taken)
    toast.style.visibility = place ? "visible" : "hidden"
    if (place) return void Object.assign(toast.style, { left: `${place.left}px`, top: `${place.top}px` })
  }
}

const BESIDE = "[data-region=inspector]"
