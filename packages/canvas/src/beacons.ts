// Owns: which way to what is out of view: how many items lie in each direction, and which of them a click on the beacon goes to.
import { boxOnScreen, type Camera, type Pane } from "./camera.ts"
import { ROOM_HEIGHT } from "./layout.ts"
import type { Rooms } from "./rooms.ts"

export const directions = ["n", "e", "s", "w"] as const
export type Direction = (typeof directions)[number]
/** `target` is the first of the items given that lies there, so whoever gives them in order of urgency goes to the most urgent. */
export type Beacon = { readonly direction: Direction; readonly count: number; readonly target: string }

/** Beacons for the agents named (once for each item they have) whose desk does not meet the view; in the order n, e, s, w. */
export function beacons(rooms: Rooms, camera: Camera, pane: Pane, items: readonly string[]): readonly Beacon[] {
  const found = new Map<Direction, { count: number; target: string }>()
  const known = new Map<string, Direction | null>()
  for (const id of items) {
    if (!known.has(id)) known.set(id, directionOf(rooms, camera, pane, id))
    const direction = known.get(id) ?? null
    if (direction === null) continue
    const there = found.get(direction)
    if (there === undefined) found.set(direction, { count: 1, target: id })
    else there.count++
  }
  return directions.flatMap((direction) => {
    const there = found.get(direction)
    return there === undefined ? [] : [{ direction, ...there }]
  })
}

/** Where an agent's desk lies, seen from the view; null when it meets the view, or is not on this map. */
export function directionOf(rooms: Rooms, camera: Camera, pane: Pane, id: string): Direction | null {
  if (rooms.find(id) === undefined) return null
  const { x, y, scale } = boxOnScreen(rooms, camera, pane, { id, part: "desk" })
  const height = scale * ROOM_HEIGHT
  if (x < pane.width && y < pane.height && x + scale > 0 && y + height > 0) return null
  // In panes, not in pixels: the corners of the pane divide the directions. What is merely far away stays comparable.
  const across = (x + scale / 2 - pane.width / 2) / pane.width
  const down = (y + height / 2 - pane.height / 2) / pane.height
  if (Math.abs(across) >= Math.abs(down)) return across > 0 ? "e" : "w"
  return down > 0 ? "s" : "n"
}
