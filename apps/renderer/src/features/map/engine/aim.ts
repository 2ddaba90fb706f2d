// Owns: where the map goes: what the view is about, one level out of it, how a room or desk is framed, and what a click means (ux 2.2).
import {
  BESIDE_WIDTH,
  type Beacon,
  boxInParent,
  boxOnScreen,
  type Camera,
  childAt,
  deskInFocus,
  fitTo,
  frameAll,
  isLeaf,
  type Margin,
  type Pane,
  type Place,
  type Point,
  pan,
  type Rect,
  ROOM_HEIGHT,
  type Rooms,
  rectOf,
  rectOnScreen,
  type Seen,
  type Target,
  zoomAt,
} from "@kibitz/canvas"

/** The view is about a room that takes this much of the pane's width or height. */
const ABOUT = 0.6
/** A single desk that is shown, not joined, leaves this much of the pane's width and height free. */
const DESK_SHARE = 0.62
/** What lies over the edges of the map, buttons and beacons, covers nothing of what was asked for. */
const MARGIN: Margin = { x: 16, y: 44 }
/** Around the middle of an amber mark, this far counts as on it: with both sides a target of 24 px. */
const MARK = 12
const KEY_ZOOM = 1.5
/** One press of a button for moving goes this much of the pane. */
const STEP_SHARE = 0.25

/** The deepest room around the middle of the view that fills most of it. */
export function roomInView(rooms: Rooms, camera: Camera, pane: Pane): Place {
  let place = rooms.get(camera.anchor)
  let { x, y } = camera
  for (;;) {
    const child = childAt(place, x, y)
    if (child === null || shareOf(rooms, camera, pane, { id: child.id, part: "room" }) < ABOUT) return place
    const box = boxInParent(child)
    x = (x - box.x) / box.scale
    y = (y - box.y) / box.scale
    place = child
  }
}

/** How much of the pane's width or height something takes, whichever is more: panes have any aspect, rooms have one. */
function shareOf(rooms: Rooms, camera: Camera, pane: Pane, target: Target): number {
  const { width, height } = rectOf(boxOnScreen(rooms, camera, pane, target))
  return Math.max(width / pane.width, height / pane.height)
}

/** One level out: from a desk to its room, from a room to the one around it; null where the whole map is in view. */
export function levelOut(rooms: Rooms, camera: Camera, pane: Pane): Target | null {
  const desk = deskInFocus(rooms, camera, pane)
  if (desk !== null && !isLeaf(rooms.get(desk.id)) && shareOf(rooms, camera, pane, { id: desk.id, part: "desk" }) >= ABOUT) {
    return { id: desk.id, part: "room" }
  }
  const room = roomInView(rooms, camera, pane)
  if (room.parent !== null) return { id: room.parent.id, part: "room" }
  const rect = rectOf(boxOnScreen(rooms, camera, pane, { id: room.id, part: "room" }))
  const isWhole = rect.width <= pane.width + 1 && rect.height <= pane.height + 1
  return isWhole ? null : { id: room.id, part: "room" }
}

/** A room fills the pane but for a margin. A desk alone does not: who fills the pane is joined, and framing joins nobody. */
export function frameOf(rooms: Rooms, pane: Pane, target: Target): Camera {
  const place = rooms.get(target.id)
  if (target.part === "room" && !isLeaf(place)) return fitTo(rooms, pane, target, MARGIN)
  const width = Math.min(pane.width * DESK_SHARE, (pane.height * DESK_SHARE) / ROOM_HEIGHT)
  const margin = { x: (pane.width - width) / 2, y: (pane.height - width * ROOM_HEIGHT) / 2 }
  return fitTo(rooms, pane, target, margin)
}

/** All that is selected; one alone as large as it may be without being joined. */
export function frameOfAll(rooms: Rooms, pane: Pane, targets: readonly Target[]): Camera | null {
  const [first, ...more] = targets
  if (first === undefined) return null
  return more.length === 0 ? frameOf(rooms, pane, first) : frameAll(rooms, pane, targets, MARGIN)
}

/** One press closer or farther: at what is selected when its middle is in view, else in the middle of the pane. */
export function zoomedStep(rooms: Rooms, pane: Pane, camera: Camera, selected: Rect, direction: 1 | -1): Camera {
  const at = { x: selected.x + selected.width / 2, y: selected.y + selected.height / 2 }
  const isInView = at.x >= 0 && at.y >= 0 && at.x <= pane.width && at.y <= pane.height
  const point = isInView ? at : { x: pane.width / 2, y: pane.height / 2 }
  return zoomAt(rooms, pane, camera, point, direction === 1 ? KEY_ZOOM : 1 / KEY_ZOOM)
}

export function pannedStep(rooms: Rooms, pane: Pane, camera: Camera, direction: Beacon["direction"]): Camera {
  const across = pane.width * STEP_SHARE * (direction === "w" ? 1 : direction === "e" ? -1 : 0)
  const down = pane.height * STEP_SHARE * (direction === "n" ? 1 : direction === "s" ? -1 : 0)
  return pan(rooms, pane, camera, across, down)
}

/** As close as before, with a point of the root in the middle. */
export function centredAt(rooms: Rooms, pane: Pane, camera: Camera, { x, y }: Point): Camera {
  const rect = rectOnScreen(rooms, camera, pane, { id: rooms.root.id, part: "room" })
  return pan(rooms, pane, camera, pane.width / 2 - (rect.x + x * rect.width), pane.height / 2 - (rect.y + y * rect.width))
}

/** The room that holds an agent: its parent's, or the whole map for the root. */
export function roomAround(place: Place): Target {
  return { id: (place.parent ?? place).id, part: "room" }
}

/** Where leaving a chat leads: to the room the desk stands in. */
export function roomOfDesk(place: Place): Target {
  return isLeaf(place) ? roomAround(place) : { id: place.id, part: "room" }
}

export type Meaning =
  | { readonly kind: "join"; readonly id: string; readonly card: boolean }
  | { readonly kind: "look"; readonly id: string; readonly room: Target }
  | { readonly kind: "spawn"; readonly parentId: string }
  | { readonly kind: "out" }

/**
 * What a plain click on something means. `onBadge`: it hit the amber mark. `inView`: the room the view is about; its background leads out, as
 * does that of the rooms around it. The background of a room within it, its title too, leads into that one.
 */
export function clickMeaning(seen: Seen | null, onBadge: boolean, inView: Place): Meaning {
  if (seen === null) return { kind: "out" }
  const { place, kind, level } = seen
  if (kind === "slot" && seen.offers) return { kind: "spawn", parentId: place.id }
  if (kind === "slot" || kind === "room") {
    return pathTo(inView).includes(place) ? { kind: "out" } : { kind: "look", id: place.id, room: { id: place.id, part: "room" } }
  }
  if (kind === "closed") return { kind: "look", id: place.id, room: { id: place.id, part: "room" } }
  if (onBadge) return { kind: "join", id: place.id, card: true }
  if (level === "speck" || level === "dot" || level === "chip") return { kind: "look", id: place.id, room: roomOfDesk(place) }
  return { kind: "join", id: place.id, card: false }
}

/** Whether a point is on the amber mark of a desk: the shape, which is all there is of a small one, or the pill with the number. */
export function isOnBadge({ x, y, width, height, level }: Seen, at: { readonly x: number; readonly y: number }): boolean {
  if (level === "speck") return false
  if (level === "dot") return true
  // In the middle, or above the name.
  if (level === "chip" && width < BESIDE_WIDTH) return Math.abs(at.x - x - width / 2) <= MARK && at.y <= y + height / 2 + MARK
  const isInLine = level === "chip" || at.y <= y + 2 * MARK
  return isInLine && (at.x <= x + 2 * MARK || at.x >= x + width - 2 * MARK)
}

/** The rooms from the root down to this one. */
export function pathTo(place: Place): readonly Place[] {
  const path: Place[] = []
  for (let at: Place | null = place; at !== null; at = at.parent) path.unshift(at)
  return path
}

/** Going there would not move it by as much as a pixel. */
export function isFramedBy(rooms: Rooms, camera: Camera, pane: Pane, target: Target): boolean {
  const [at, goal] = [camera, frameOf(rooms, pane, target)].map((one) => rectOnScreen(rooms, one, pane, target))
  return (
    at !== undefined && goal !== undefined && (["x", "y", "width"] as const).every((side) => Math.abs(at[side] - goal[side]) < 1)
  )
}
