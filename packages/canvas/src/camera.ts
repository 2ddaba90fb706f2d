// Owns: the camera and how it moves. It is kept relative to the deepest room that holds the whole view (its anchor), so that the
// numbers stay small at any depth. Not here: time (flight.ts), input (gestures.ts).
import {
  type Box,
  boxInAncestor,
  boxInParent,
  cellScale,
  cellUnder,
  childAt,
  deskBox,
  type Part,
  partInAncestor,
  ROOM_HEIGHT,
  relativeTo,
  type Target,
  within,
} from "./layout.ts"
import { commonRoom, isLeaf, type Place, type Rooms } from "./rooms.ts"

/** The point (x, y) of the anchor's unit box stands in the middle of the pane; the anchor is `scale` pixels wide. */
export type Camera = { readonly anchor: string; readonly x: number; readonly y: number; readonly scale: number }
/** Size of the pane in CSS pixels. */
export type Pane = { readonly width: number; readonly height: number }
/** A point of the pane, from its top left. */
export type Point = { readonly x: number; readonly y: number }
export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Some room covers at least this part of the pane, always. */
export const LEAST_COVERAGE = 0.3
/** How far one may zoom past a desk that fills the pane. */
const CLOSEST = 1.25
/** Beyond this a coordinate only says "far away"; it must stay a number that can be compared and drawn. */
const FAR = 1e300

/** The anchor's box on the screen. */
export function anchorBox(camera: Camera, pane: Pane): Box {
  return { x: pane.width / 2 - camera.x * camera.scale, y: pane.height / 2 - camera.y * camera.scale, scale: camera.scale }
}

/** The same view, anchored in the deepest room that holds all of it; the root where none does. */
export function anchored(rooms: Rooms, pane: Pane, camera: Camera): Camera {
  let place = rooms.get(camera.anchor)
  let { x, y, scale } = camera
  while (place.parent !== null && !holdsView(x, y, scale, pane)) {
    const box = boxInParent(place)
    x = box.x + box.scale * x
    y = box.y + box.scale * y
    scale /= box.scale
    place = place.parent
  }
  for (;;) {
    const child = childAt(place, x, y)
    if (child === null) break
    const box = boxInParent(child)
    const inner = { x: (x - box.x) / box.scale, y: (y - box.y) / box.scale, scale: scale * box.scale }
    if (!holdsView(inner.x, inner.y, inner.scale, pane)) break
    ;({ x, y, scale } = inner)
    place = child
  }
  return { anchor: place.id, x, y, scale }
}

/** Where a room, or the desk in it, is on the screen. Exact for all that can be in view; merely "far away" for the rest. */
export function boxOnScreen(rooms: Rooms, camera: Camera, pane: Pane, { id, part }: Target): Box {
  const anchor = rooms.get(camera.anchor)
  const place = rooms.get(id)
  const common = commonRoom(anchor, place)
  const screen = anchorBox(camera, pane)
  const box = partInAncestor(place, part, common)
  if (common === anchor) return within(screen, box)
  const from = boxInAncestor(anchor, common)
  const scale = screen.scale / Math.max(from.scale, Number.MIN_VALUE)
  return {
    x: near(screen.x + (box.x - from.x) * Math.min(scale, FAR)),
    y: near(screen.y + (box.y - from.y) * Math.min(scale, FAR)),
    scale: near(box.scale * Math.min(scale, FAR)),
  }
}

export function rectOnScreen(rooms: Rooms, camera: Camera, pane: Pane, target: Target): Rect {
  return rectOf(boxOnScreen(rooms, camera, pane, target))
}

export function rectOf({ x, y, scale }: Box): Rect {
  return { x, y, width: scale, height: scale * ROOM_HEIGHT }
}

/** How much of the pane a rectangle covers, 0 to 1. */
export function coverageOf(rect: Rect, pane: Pane): number {
  const across = Math.min(pane.width, rect.x + rect.width) - Math.max(0, rect.x)
  const down = Math.min(pane.height, rect.y + rect.height) - Math.max(0, rect.y)
  return across <= 0 || down <= 0 ? 0 : (across * down) / (pane.width * pane.height)
}

/** How much of the pane an agent's desk covers: from 0.8 on one may join, below 0.6 one has left. */
export function deskCoverage(rooms: Rooms, camera: Camera, pane: Pane, id: string): number {
  return coverageOf(rectOnScreen(rooms, camera, pane, { id, part: "desk" }), pane)
}

export type DeskInFocus = { readonly id: string; readonly coverage: number }

/** The desk in the middle of the pane. A desk that covers more than half of it is always this one. */
export function deskInFocus(rooms: Rooms, camera: Camera, pane: Pane): DeskInFocus | null {
  const { place, x, y } = deepestAt(rooms.get(camera.anchor), camera.x, camera.y)
  if (x < 0 || y < 0 || x > 1 || y > ROOM_HEIGHT) return null
  if (!isLeaf(place) && cellUnder(place, x, y) !== 0) return null
  return { id: place.id, coverage: deskCoverage(rooms, camera, pane, place.id) }
}

/** Moves what is seen by so many pixels: positive goes right and down, as a hand that drags it. Stops at the edge, and slides along it. */
export function pan(rooms: Rooms, pane: Pane, camera: Camera, dx: number, dy: number): Camera {
  const across = heldBack(rooms, pane, camera, { ...camera, x: camera.x - dx / camera.scale })
  const both = heldBack(rooms, pane, across, { ...across, y: across.y - dy / across.scale })
  return clamped(rooms, pane, both)
}

/** Zooms by a factor; what is under the point stays under it. */
export function zoomAt(rooms: Rooms, pane: Pane, camera: Camera, point: Point, factor: number): Camera {
  const offX = point.x - pane.width / 2
  const offY = point.y - pane.height / 2
  const x = camera.x + offX / camera.scale
  const y = camera.y + offY / camera.scale
  const most = closestScale(rooms.get(camera.anchor), x, y, pane)
  // Who is closer already (a room was tidied away around the desk) is not pushed out by zooming in.
  const scale = factor > 1 ? Math.max(camera.scale, Math.min(camera.scale * factor, most)) : camera.scale * factor
  return clamped(rooms, pane, { anchor: camera.anchor, x: x - offX / scale, y: y - offY / scale, scale })
}

/** Pixels left free: left and right, above and below. */
export type Margin = { readonly x: number; readonly y: number }
const noMargin: Margin = { x: 0, y: 0 }

/** The camera that shows a room or desk whole, with so much space around it. */
export function fitTo(rooms: Rooms, pane: Pane, target: Target, margin = noMargin): Camera {
  const place = rooms.get(target.id)
  return framed(rooms, pane, place, rectOf(partBox(place, target.part)), margin)
}

/** The camera in which an agent's desk fills the pane: where one is joined. */
export function fillWith(rooms: Rooms, pane: Pane, id: string): Camera {
  const place = rooms.get(id)
  const desk = partBox(place, "desk")
  const scale = Math.max(pane.width, pane.height / ROOM_HEIGHT) / desk.scale
  return clamped(rooms, pane, { anchor: id, x: desk.x + desk.scale / 2, y: desk.y + (desk.scale * ROOM_HEIGHT) / 2, scale })
}

/** The camera that shows all of the selection; null when nothing is selected. */
export function frameAll(rooms: Rooms, pane: Pane, selection: readonly Target[], margin = noMargin): Camera | null {
  const [first, ...more] = selection
  if (first === undefined) return null
  if (more.length === 0) return fitTo(rooms, pane, first, margin)
  const common = more.reduce((room, { id }) => commonRoom(room, rooms.get(id)), rooms.get(first.id))
  const boxes = selection.map(({ id, part }) => rectOf(partInAncestor(rooms.get(id), part, common)))
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y
  return framed(rooms, pane, common, { x, y, width, height }, margin)
}

/** The nearest camera in which some room covers 30 % of the pane, anchored. As every room is in the root, the root decides. */
export function clamped(rooms: Rooms, pane: Pane, camera: Camera): Camera {
  const best = anchored(rooms, pane, camera)
  if (rootCoverage(rooms, pane, best) >= LEAST_COVERAGE) return best
  const scale = Math.max(best.scale, leastScale(pane))
  const middle = { anchor: best.anchor, x: 0.5, y: ROOM_HEIGHT / 2, scale }
  return anchored(rooms, pane, lastGood(rooms, pane, middle, { ...best, scale }))
}

/** The same view in the terms of the room around `id`, when the camera is anchored in that room: to be asked for before it is removed. */
export function liftedOut(rooms: Rooms, camera: Camera, id: string): Camera {
  const leaving = rooms.get(id)
  const inside = commonRoom(leaving, rooms.get(camera.anchor)) === leaving
  return leaving.parent === null || !inside ? camera : cameraIn(rooms, camera, leaving.parent)
}

/** The camera itself, or the whole map when its anchor is no longer there. */
export function orHome(rooms: Rooms, pane: Pane, camera: Camera): Camera {
  return rooms.find(camera.anchor) === undefined ? fitTo(rooms, pane, { id: rooms.root.id, part: "room" }) : camera
}

/** A camera in the coordinates of an ancestor of its anchor. Deep below, the scale is cut off where it stops being a number. */
export function cameraIn(rooms: Rooms, camera: Camera, ancestor: Place): Camera {
  const box = boxInAncestor(rooms.get(camera.anchor), ancestor)
  return {
    anchor: ancestor.id,
    x: box.x + box.scale * camera.x,
    y: box.y + box.scale * camera.y,
    scale: Math.min(camera.scale / Math.max(box.scale, Number.MIN_VALUE), FAR),
  }
}

function framed(rooms: Rooms, pane: Pane, place: Place, { x, y, width, height }: Rect, margin: Margin): Camera {
  const across = Math.max(pane.width - 2 * margin.x, 1)
  const down = Math.max(pane.height - 2 * margin.y, 1)
  const scale = Math.min(across / width, down / height)
  return clamped(rooms, pane, { anchor: place.id, x: x + width / 2, y: y + height / 2, scale })
}

function partBox(place: Place, part: Part): Box {
  return part === "desk" ? deskBox(place) : { x: 0, y: 0, scale: 1 }
}

function holdsView(x: number, y: number, scale: number, pane: Pane): boolean {
  const halfWidth = pane.width / 2 / scale
  const halfHeight = pane.height / 2 / scale
  return x >= halfWidth && x + halfWidth <= 1 && y >= halfHeight && y + halfHeight <= ROOM_HEIGHT
}

/** The deepest room under a point of `place`, and that point in its coordinates. */
function deepestAt(place: Place, x: number, y: number): { place: Place; x: number; y: number; scale: number } {
  let at = { place, x, y, scale: 1 }
  for (;;) {
    const child = childAt(at.place, at.x, at.y)
    if (child === null) return at
    const box = boxInParent(child)
    const inner = relativeTo(box, { x: at.x, y: at.y, scale: 0 })
    at = { place: child, x: inner.x, y: inner.y, scale: at.scale * box.scale }
  }
}

/** The largest useful scale of the anchor at this point of it: the cell (or leaf) there fills the pane and a little more. */
function closestScale(anchor: Place, x: number, y: number, pane: Pane): number {
  const { place, scale } = deepestAt(anchor, x, y)
  const cell = isLeaf(place) ? 1 : cellScale(place.side)
  return (CLOSEST * Math.max(pane.width, pane.height / ROOM_HEIGHT)) / Math.max(scale * cell, Number.MIN_VALUE)
}

/** A view that is anchored below the root lies inside a room entirely, so the root need not be found on the screen. */
function rootCoverage(rooms: Rooms, pane: Pane, camera: Camera): number {
  return camera.anchor === rooms.root.id ? coverageOf(rectOf(anchorBox(camera, pane)), pane) : 1
}

/** The smallest scale at which the root, put in the middle, covers enough: whole, or cut off above and below, or left and right. */
function leastScale({ width, height }: Pane): number {
  const enough = LEAST_COVERAGE * (1 + 1e-9)
  const whole = Math.sqrt((enough * width * height) / ROOM_HEIGHT)
  if (whole > width) return (enough * height) / ROOM_HEIGHT
  return whole * ROOM_HEIGHT > height ? enough * width : whole
}

function heldBack(rooms: Rooms, pane: Pane, from: Camera, to: Camera): Camera {
  const there = anchored(rooms, pane, to)
  if (rootCoverage(rooms, pane, there) >= LEAST_COVERAGE) return there
  const [start, goal] = [cameraIn(rooms, from, rooms.root), cameraIn(rooms, to, rooms.root)]
  return rootCoverage(rooms, pane, start) < LEAST_COVERAGE ? to : lastGood(rooms, pane, start, goal)
}

/** The camera nearest to `bad` on the way from `good`, both anchored in the root and of one scale. */
function lastGood(rooms: Rooms, pane: Pane, good: Camera, bad: Camera): Camera {
  let safe = 0
  let unsafe = 1
  const at = (part: number): Camera => ({
    ...good,
    x: good.x + (bad.x - good.x) * part,
    y: good.y + (bad.y - good.y) * part,
  })
  for (let round = 0; round < 40; round++) {
    const half = (safe + unsafe) / 2
    if (rootCoverage(rooms, pane, at(half)) >= LEAST_COVERAGE) safe = half
    else unsafe = half
  }
  return at(safe)
}

const near = (value: number): number => Math.max(-FAR, Math.min(FAR, value))
