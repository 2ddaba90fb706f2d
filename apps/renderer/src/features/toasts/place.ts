// Owns: where a toast may lie: bottom right, above whatever the user writes in or decides about, never over it (ux 2.7).

export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
export type Size = { readonly width: number; readonly height: number }

export const GAP = 12

/** The left and upper edge within `room`; null: there is nowhere it would cover nothing. */
export function placeFor(size: Size, room: Box, taken: readonly Box[]): { readonly left: number; readonly top: number } | null {
  const left = room.right - GAP - size.width
  let bottom = room.bottom - GAP
  for (let tries = 0; tries <= taken.length; tries += 1) {
    const top = bottom - size.height
    if (top < room.top + GAP || left < room.left) return null
    const under = taken.filter((box) => overlaps(box, { left, top, right: left + size.width, bottom }))
    if (under.length === 0) return { left, top }
    bottom = Math.min(...under.map((box) => box.top)) - GAP
  }
  return null
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
