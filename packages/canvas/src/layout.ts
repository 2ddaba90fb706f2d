// Owns: what a room looks like in numbers of its own: a unit box of 16:10 with a header band and a grid. Every box is relative to the
// room it stands in; there are no absolute coordinates, so depth costs no precision. Not here: the screen (camera.ts).
import { cellAt, indexOf } from "./grid.ts"
import { isLeaf, type Place } from "./rooms.ts"

/** Height of every unit box; its width is 1. */
export const ROOM_HEIGHT = 10 / 16
/** Height of the band on top that holds the room's name, in unit widths: high enough for a name in a room of 150 px. */
export const HEADER = 0.084
/** Margin left and right of the grid: what the header and a little space below take, so that the grid has the room's own aspect. */
export const SIDE_MARGIN = 0.08
/** Room between two cells, in cell widths (and, downwards, in cell heights). */
export const GAP = 0.06
const GRID_WIDTH = 1 - 2 * SIDE_MARGIN

/** A box of aspect 16:10 in the coordinates of some room: top left corner and width. Its own coordinates are scaled by `scale`. */
export type Box = { readonly x: number; readonly y: number; readonly scale: number }

/** Which part of an agent's room is meant. A leaf's room is its desk. */
export type Part = "room" | "desk"
export type Target = { readonly id: string; readonly part: Part }

export const wholeBox: Box = { x: 0, y: 0, scale: 1 }

/** Width of one cell of a grid, in unit widths of its room. */
export function cellScale(side: number): number {
  return GRID_WIDTH / (side + GAP * (side - 1))
}

/** Distance from one cell's left edge to the next one's; downwards it is this times ROOM_HEIGHT. */
export function cellPitch(side: number): number {
  return cellScale(side) * (1 + GAP)
}

/** The box of a cell in its room. */
export function cellBox(index: number, side: number): Box {
  const { row, col } = cellAt(index)
  const pitch = cellPitch(side)
  return { x: SIDE_MARGIN + col * pitch, y: HEADER + row * pitch * ROOM_HEIGHT, scale: cellScale(side) }
}

/** The box of a room in its parent's coordinates; the root's is the whole. */
export function boxInParent(place: Place): Box {
  return place.parent === null ? wholeBox : cellBox(place.cell, place.parent.side)
}

/** The box of the owner's desk in the room's own coordinates. */
export function deskBox(place: Place): Box {
  return isLeaf(place) ? wholeBox : cellBox(0, place.side)
}

/** `inner`, given in the coordinates of `outer`, in the coordinates that `outer` is given in. */
export function within(outer: Box, inner: Box): Box {
  return { x: outer.x + outer.scale * inner.x, y: outer.y + outer.scale * inner.y, scale: outer.scale * inner.scale }
}

/** The other way: `box` in the coordinates of `outer`, both given in the same ones. */
export function relativeTo(outer: Box, box: Box): Box {
  return { x: (box.x - outer.x) / outer.scale, y: (box.y - outer.y) / outer.scale, scale: box.scale / outer.scale }
}

/** The box of a room in the coordinates of one of its ancestors (or of itself). Built from the inside out, one step for each room. */
export function boxInAncestor(place: Place, ancestor: Place): Box {
  let box = wholeBox
  for (let at: Place = place; at !== ancestor; ) {
    box = within(boxInParent(at), box)
    if (at.parent === null) throw new Error(`${place.id} is not in the room of ${ancestor.id}`)
    at = at.parent
  }
  return box
}

/** The box of a part of a room in the coordinates of an ancestor of that room. */
export function partInAncestor(place: Place, part: Part, ancestor: Place): Box {
  const room = boxInAncestor(place, ancestor)
  return part === "desk" ? within(room, deskBox(place)) : room
}

/** The child whose box holds a point given in the room's coordinates; null in a gap, a margin, an empty slot, or at the desk. */
export function childAt(place: Place, x: number, y: number): Place | null {
  const cell = cellUnder(place, x, y)
  return cell === null ? null : (place.cells[cell] ?? null)
}

/** The number of the grid cell under a point, whether anybody sits there or not; null in gaps and margins. */
export function cellUnder(place: Place, x: number, y: number): number | null {
  if (isLeaf(place)) return null
  const pitch = cellPitch(place.side)
  const col = Math.floor((x - SIDE_MARGIN) / pitch)
  const row = Math.floor((y - HEADER) / (pitch * ROOM_HEIGHT))
  if (col < 0 || row < 0 || col >= place.side || row >= place.side) return null
  const width = cellScale(place.side)
  const inside = x - SIDE_MARGIN - col * pitch <= width && y - HEADER - row * pitch * ROOM_HEIGHT <= width * ROOM_HEIGHT
  return inside ? indexOf(row, col) : null
}
