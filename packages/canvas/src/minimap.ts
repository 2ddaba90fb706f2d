// Owns: the small picture of the whole in the corner: the root room, the rooms in it, and where the view is.
import { type Camera, cameraIn, type Pane, type Rect, rectOf } from "./camera.ts"
import { boxInParent, ROOM_HEIGHT, within } from "./layout.ts"
import type { Rooms } from "./rooms.ts"

/** However deep one is, the view's mark stays this large. */
const SMALLEST_MARK = 4

export type Minimap = {
  readonly root: Rect
  readonly rooms: readonly { readonly id: string; readonly rect: Rect }[]
  /** The part of the root that is in view, cut off at its edges. */
  readonly view: Rect
}

/** All rects in pixels of a minimap that is so wide; it is 10/16 of that high. */
export function minimapOf(rooms: Rooms, camera: Camera, pane: Pane, width: number): Minimap {
  const whole = { x: 0, y: 0, scale: width }
  const inRoot = rooms.root.cells.filter((child) => child !== null)
  return {
    root: rectOf(whole),
    rooms: inRoot.map((child) => ({ id: child.id, rect: rectOf(within(whole, boxInParent(child))) })),
    view: viewIn(rooms, camera, pane, width),
  }
}

/** The point of the root, in its coordinates, under a point of the minimap: where a click on it goes. */
export function pointInRoot(x: number, y: number, width: number): { readonly x: number; readonly y: number } {
  return { x: Math.min(1, Math.max(0, x / width)), y: Math.min(ROOM_HEIGHT, Math.max(0, y / width)) }
}

function viewIn(rooms: Rooms, camera: Camera, pane: Pane, width: number): Rect {
  const { x, y, scale } = cameraIn(rooms, camera, rooms.root)
  const across = span(x * width, (pane.width / scale) * width, width)
  const down = span(y * width, (pane.height / scale) * width, width * ROOM_HEIGHT)
  return { x: across.from, y: down.from, width: across.length, height: down.length }
}

function span(middle: number, length: number, most: number): { from: number; length: number } {
  const half = Math.max(length, SMALLEST_MARK) / 2
  const from = Math.max(0, Math.min(most - SMALLEST_MARK, middle - half))
  const to = Math.min(most, Math.max(SMALLEST_MARK, middle + half))
  return { from, length: to - from }
}
