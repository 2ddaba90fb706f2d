// Owns: when the view stays at the end of a growing conversation, and when it leaves the reader alone (ux 1.3).

export type View = { readonly offset: number; readonly viewport: number; readonly size: number }
export type Follow = {
  readonly isFollowing: boolean
  /** The end was left only because something was opened below what the reader looks at. */
  readonly isHeld?: boolean
  readonly view: View
}

/** Nearer to the end than this, coming back down counts as being at the end. */
export const NEAR_END = 64

export const atStart: Follow = { isFollowing: true, view: { offset: 0, viewport: 0, size: 0 } }

export function toEnd(view: View): number {
  return Math.max(0, view.size - view.viewport - view.offset)
}

export function scrolled(before: Follow, view: View): Follow {
  const moved = view.offset - before.view.offset
  // When content shrinks or the view grows, be it for a moment, the browser itself moves the view up; that is not the reader's doing.
  const isPushed = view.size < before.view.size || view.viewport !== before.view.viewport
  if (moved < 0 && !isPushed) return { isFollowing: false, view }
  if (moved > 0 && toEnd(view) <= NEAR_END) return { isFollowing: true, view }
  return { ...before, view }
}

/** The wheel, a key or a finger asks to go up, before anything has moved; without room to move it means nothing. */
export function pulledUp(before: Follow): Follow {
  return before.view.size > before.view.viewport && (before.isFollowing || before.isHeld)
    ? { isFollowing: false, view: before.view }
    : before
}

/** The other way: whoever wants further down where nothing is left is at the end, also when it came to meet them. */
export function pulledDown(before: Follow, view: View): Follow {
  return !before.isFollowing && toEnd(view) <= NEAR_END ? { isFollowing: true, view } : before
}

/** A line was opened or closed by the reader, and stays where it is under the pointer: what it shows comes below it. */
export function held(before: Follow): Follow {
  return before.isFollowing ? { ...before, isFollowing: false, isHeld: true } : before
}

/** Content or window changed size. Following goes on; a reader elsewhere is left where they are, unless the end they were held from is there again. */
export function resized(before: Follow, view: View): Follow {
  return before.isHeld && toEnd(view) < 1 ? { isFollowing: true, view } : { ...before, view }
}
