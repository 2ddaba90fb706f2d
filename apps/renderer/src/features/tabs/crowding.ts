// Owns: which tabs are out of view at either side of a strip that is too narrow for all, and how far to scroll for one of them. The one the user is with
// stays in view at the edge it would have left by, and takes its width from the others there. Pure: widths in, numbers out.

export type Strip = {
  /** Of all tabs, in their order. */
  readonly widths: readonly number[]
  /** Which of them the user is with; -1: none. */
  readonly here: number
  readonly scrolled: number
  readonly room: number
}
export type Crowding = { readonly before: number; readonly after: number }

/** Widths are not whole pixels; what is cut by less than this is in view. */
const SLACK = 1

export function outOfView(strip: Strip): Crowding {
  const [from, to] = viewOf(strip)
  let before = 0
  let after = 0
  for (const [at, { left, right }] of placesOf(strip.widths).entries()) {
    if (at === strip.here) continue
    if (left < from - SLACK) before += 1
    else if (right > to + SLACK) after += 1
  }
  return { before, after }
}

/** Where to scroll, as little as possible, so that this one is in view, and beside the one the user is with, not under it. */
export function scrollFor(strip: Strip, at: number): number {
  const { here, room, scrolled, widths } = strip
  const place = placesOf(widths)[at]
  if (place === undefined) return scrolled
  const taken = widths[here] ?? 0
  const from = place.left - (here >= 0 && here < at ? taken : 0)
  const to = place.right + (here > at ? taken : 0)
  if (from < scrolled) return Math.max(0, from)
  return to > scrolled + room ? to - room : scrolled
}

/** What of the strip is left for the others. */
function viewOf({ widths, here, scrolled, room }: Strip): readonly [from: number, to: number] {
  const [place, width] = [placesOf(widths)[here], widths[here] ?? 0]
  if (place === undefined) return [scrolled, scrolled + room]
  const isHeldLeft = place.left < scrolled
  const isHeldRight = place.right > scrolled + room
  return [scrolled + (isHeldLeft ? width : 0), scrolled + room - (isHeldRight ? width : 0)]
}

function placesOf(widths: readonly number[]): readonly { readonly left: number; readonly right: number }[] {
  let left = 0
  return widths.map((width) => {
    const place = { left, right: left + width }
    left += width
    return place
  })
}
