// Owns: where an arrow key goes: the next cell of the room's grid, and from its edge into the room beyond.
import type { Direction } from "./beacons.ts"
import { cellAt } from "./grid.ts"
import { partInAncestor, ROOM_HEIGHT, type Target } from "./layout.ts"
import { isLeaf, type Place, type Rooms } from "./rooms.ts"

/** A step off the straight line counts as much as this many along it. */
const SIDEWAYS = 2

/** What lies next to the selection in a direction; null at the edge of the map. */
export function neighbour(rooms: Rooms, selection: Target, direction: Direction): Target | null {
  const place = rooms.get(selection.id)
  const atDesk = selection.part === "desk" && !isLeaf(place)
  let room = atDesk ? place : place.parent
  let cell = atDesk ? 0 : place.cell
  for (let climbed = 0; room !== null; climbed++) {
    const next = nextCell(room, cell, direction)
    if (next !== null) return entered(rooms, room, next, direction, selection, climbed)
    cell = room.cell
    room = room.parent
  }
  return null
}

/** The nearest cell somebody sits in, ahead of this one and not further aside than ahead. */
function nextCell(room: Place, from: number, direction: Direction): number | null {
  const here = cellAt(from)
  let best: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (let cell = 0; cell < room.cells.length; cell++) {
    if (cell !== 0 && room.cells[cell] === null) continue
    const there = cellAt(cell)
    const { ahead, aside } = steps(there.row - here.row, there.col - here.col, direction)
    if (ahead <= 0 || aside > ahead) continue
    const cost = ahead + SIDEWAYS * aside
    if (cost < least) {
      least = cost
      best = cell
    }
  }
  return best
}

function steps(down: number, across: number, direction: Direction): { ahead: number; aside: number } {
  if (direction === "e") return { ahead: across, aside: Math.abs(down) }
  if (direction === "w") return { ahead: -across, aside: Math.abs(down) }
  return { ahead: direction === "s" ? down : -down, aside: Math.abs(across) }
}

/** Whoever left rooms on the way goes as many rooms deep into the one beyond, to the cell of its near edge that lies most in line. */
function entered(rooms: Rooms, room: Place, cell: number, direction: Direction, from: Target, rounds: number): Target {
  const child = room.cells[cell] ?? null
  if (child === null) return { id: room.id, part: "desk" }
  let at = child
  for (let left = rounds; left > 0 && !isLeaf(at); left--) {
    const next = edgeCell(rooms, at, direction, lineOf(rooms, from, direction, room), room)
    const inner = at.cells[next] ?? null
    if (inner === null) return { id: at.id, part: "desk" }
    at = inner
  }
  return { id: at.id, part: isLeaf(at) ? "desk" : "room" }
}

/** The line the arrow follows, in the coordinates of a room around both ends: a height for east and west, else a distance from the left. */
function lineOf(rooms: Rooms, { id, part }: Target, direction: Direction, around: Place): number {
  const box = partInAncestor(rooms.get(id), part, around)
  return sideways(direction) ? box.y + (box.scale * ROOM_HEIGHT) / 2 : box.x + box.scale / 2
}

function edgeCell(rooms: Rooms, room: Place, direction: Direction, line: number, around: Place): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let cell = 0; cell < room.cells.length; cell++) {
    const child = room.cells[cell] ?? null
    if (cell !== 0 && child === null) continue
    const { row, col } = cellAt(cell)
    const depth = edgeDepth(room, row, col, direction)
    const target: Target = child === null ? { id: room.id, part: "desk" } : { id: child.id, part: "room" }
    const off = Math.abs(lineOf(rooms, target, direction, around) - line)
    // First what is nearest to the edge one comes in by, then what is nearest to the line.
    const cost = depth + off / (1 + off)
    if (cost < least) {
      least = cost
      best = cell
    }
  }
  return best
}

function edgeDepth(room: Place, row: number, col: number, direction: Direction): number {
  if (direction === "e") return col
  if (direction === "w") return room.side - 1 - col
  return direction === "s" ? row : room.side - 1 - row
}

const sideways = (direction: Direction): boolean => direction === "e" || direction === "w"
