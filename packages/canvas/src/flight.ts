// Owns: how the camera travels. The path is van Wijk and Nuij's: out, across and in as the eye follows best. Its textbook form loses all
// digits on a dive of many rooms, so the place on the way is computed from whichever end is nearer, in the coordinates of that end.
import { type Camera, cameraIn, clamped, orHome, type Pane } from "./camera.ts"
import { boxInAncestor } from "./layout.ts"
import { commonRoom, type Rooms } from "./rooms.ts"

export const RHO = 1.2
export const SHORTEST_MS = 160
export const LONGEST_MS = 420
/** Share of the path's natural time that the flight takes. */
export const PACE = 0.22
/** Next attention and tabs: as long from anywhere. */
export const FLAT_MS = 220
/** Instead of travel, for whoever asked for less motion. */
export const FADE_MS = 120
/** Beyond this ratio of widths the path is cut: no eye follows it, and its numbers would overflow. */
const DEEPEST = 1e150

/** path: by its length. flat: always 220 ms. still: no travel, a fade of 120 ms. */
export type Manner = "path" | "flat" | "still"

type Path = {
  readonly distance: number
  readonly fromWidth: number
  readonly toWidth: number
  readonly start: number
  readonly end: number
  /** Length in the measure of the path. */
  readonly length: number
}

export type Flight = {
  readonly from: Camera
  readonly to: Camera
  readonly startsAt: number
  readonly ms: number
  readonly still: boolean
  readonly path: Path
}

/** Where a flight is. `fade` is how far the new picture has come in over the old one; 1 while travelling. */
export type InFlight = { readonly camera: Camera; readonly fade: number; readonly done: boolean }

export const easeOutCubic = (part: number): number => 1 - (1 - part) ** 3

/** A flight that starts now. Whoever is in flight already passes the camera of this moment as `from`: that is all of retargeting. */
export function takeOff(rooms: Rooms, pane: Pane, from: Camera, to: Camera, now: number, manner: Manner = "path"): Flight {
  const path = pathBetween(rooms, pane, from, to)
  const natural = (Math.abs(path.length) * 1000 * RHO) / Math.SQRT2
  const travel = manner === "flat" ? FLAT_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, PACE * natural))
  return { from, to, startsAt: now, ms: manner === "still" ? FADE_MS : travel, still: manner === "still", path }
}

/** The same flight to somewhere else, from where it is. */
export function retarget(rooms: Rooms, pane: Pane, flight: Flight, to: Camera, now: number, manner: Manner = "path"): Flight {
  return takeOff(rooms, pane, flightAt(rooms, pane, flight, now).camera, to, now, manner)
}

export function flightAt(rooms: Rooms, pane: Pane, flight: Flight, now: number): InFlight {
  const to = orHome(rooms, pane, flight.to)
  if (now >= flight.startsAt + flight.ms) return { camera: to, fade: 1, done: true }
  const part = Math.min(1, Math.max(0, (now - flight.startsAt) / flight.ms))
  if (flight.still) return { camera: to, fade: part, done: false }
  // A room at either end was removed under way: there is no path any more, only the goal.
  if (to !== flight.to || rooms.find(flight.from.anchor) === undefined) return { camera: to, fade: 1, done: true }
  return { camera: clamped(rooms, pane, onTheWay(rooms, pane, flight, easeOutCubic(part))), fade: 1, done: false }
}

function pathBetween(rooms: Rooms, pane: Pane, from: Camera, to: Camera): Path {
  const common = commonRoom(rooms.get(from.anchor), rooms.get(to.anchor))
  const a = cameraIn(rooms, from, common)
  const b = cameraIn(rooms, to, common)
  const fromWidth = pane.width / Math.min(a.scale, DEEPEST)
  const toWidth = pane.width / Math.min(b.scale, DEEPEST)
  const distance = Math.hypot(b.x - a.x, b.y - a.y)
  if (distance <= 1e-12 * Math.min(fromWidth, toWidth)) {
    return { distance: 0, fromWidth, toWidth, start: 0, end: 0, length: Math.log(toWidth / fromWidth) / RHO }
  }
  const grows = toWidth * toWidth - fromWidth * fromWidth
  const apart = (RHO * RHO * distance) ** 2
  const start = -Math.asinh((grows + apart) / (2 * fromWidth * RHO * RHO * distance))
  const end = -Math.asinh((grows - apart) / (2 * toWidth * RHO * RHO * distance))
  return { distance, fromWidth, toWidth, start, end, length: (end - start) / RHO }
}

function onTheWay(rooms: Rooms, pane: Pane, { from, to, path }: Flight, part: number): Camera {
  const common = commonRoom(rooms.get(from.anchor), rooms.get(to.anchor))
  const a = cameraIn(rooms, from, common)
  const b = cameraIn(rooms, to, common)
  const { gone, left, width } = along(path, part)
  const scale = pane.width / width
  const nearEnd = left < gone
  const near = nearEnd ? to : from
  const box = boxInAncestor(rooms.get(near.anchor), common)
  const size = Math.max(box.scale, Number.MIN_VALUE)
  const step = (nearEnd ? -left : gone) / size
  return { anchor: near.anchor, x: near.x + step * (b.x - a.x), y: near.y + step * (b.y - a.y), scale: scale * size }
}

/** How much of the way is gone and left (they add up to 1; each is exact near its own end), and how wide the view is there. */
function along({ distance, fromWidth, toWidth, start, end, length }: Path, part: number) {
  if (distance === 0) return { gone: part, left: 1 - part, width: fromWidth * Math.exp(RHO * part * length) }
  const done = RHO * part * length
  const ahead = RHO * (1 - part) * length
  const share = RHO * RHO * distance
  return {
    gone: (fromWidth * Math.sinh(done)) / (share * Math.cosh(done + start)),
    left: (toWidth * Math.sinh(ahead)) / (share * Math.cosh(ahead - end)),
    width: (fromWidth * Math.cosh(start)) / Math.cosh(done + start),
  }
}
