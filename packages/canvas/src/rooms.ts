// Owns: the tree of rooms as the map sees it: ids, parents and cells. Who the agents are and what they do is not known here.
import { gridSide, Slots } from "./grid.ts"

/** One agent's place on the map: its room, and the cell that room takes in its parent's grid. Read-only outside this file. */
export interface Place {
  readonly id: string
  readonly parent: Place | null
  /** The cell in the parent's grid; 0 for the root, which has none. */
  readonly cell: number
  readonly depth: number
  /** Children by cell; null is the own desk (cell 0) or an empty slot. Length 1 means a leaf: its room is its desk. */
  readonly cells: readonly (Place | null)[]
  /** Side of the room's square grid. */
  readonly side: number
  /** The cell the next child gets. */
  readonly lowestFree: number
  /** Agents in this room, at any depth, its owner included. */
  readonly total: number
  /** A small number of its own, reused after removal: for tables that are read once per node and frame. */
  readonly nr: number
}

/** True where the room is nothing but its owner's desk. */
export const isLeaf = (place: Place): boolean => place.cells.length === 1

class Seat implements Place {
  readonly id: string
  readonly parent: Seat | null
  readonly depth: number
  readonly nr: number
  readonly slots = new Slots<Seat>()
  cell = 0
  total = 1
  side = 1

  constructor(id: string, parent: Seat | null, nr: number) {
    this.id = id
    this.parent = parent
    this.depth = parent === null ? 0 : parent.depth + 1
    this.nr = nr
  }

  get cells(): readonly (Seat | null)[] {
    return this.slots.cells
  }

  get lowestFree(): number {
    return this.slots.lowestFree
  }

  grown(): void {
    this.side = gridSide(this.slots.cells.length)
  }

  count(change: number): void {
    for (let seat: Seat | null = this; seat !== null; seat = seat.parent) seat.total += change
  }
}

/** All rooms of one map. The only thing in this package that changes in place: everything else is computed from it. */
export class Rooms {
  readonly #seats = new Map<string, Seat>()
  readonly #root: Seat
  readonly #freeNumbers: number[] = []
  #numbers = 0

  constructor(rootId: string) {
    this.#root = this.#seat(rootId, null)
  }

  get root(): Place {
    return this.#root
  }

  get size(): number {
    return this.#seats.size
  }

  /** One more than the highest `nr` ever given. */
  get numbers(): number {
    return this.#numbers
  }

  find(id: string): Place | undefined {
    return this.#seats.get(id)
  }

  /** The place of an id that must be there. */
  get(id: string): Place {
    return this.#known(id)
  }

  /** A newcomer takes the lowest free cell of its parent's room, or the named one when a saved layout is read back. */
  add(id: string, parentId: string, cell?: number): Place {
    if (this.#seats.has(id)) throw new Error(`${id} has a room already`)
    const parent = this.#known(parentId)
    const seat = this.#seat(id, parent)
    seat.cell = parent.slots.take(seat, cell)
    parent.grown()
    parent.count(1)
    return seat
  }

  /** Takes a room away with everything in it. Its slot stays empty, its neighbours stay where they are. */
  remove(id: string): void {
    const seat = this.#known(id)
    if (seat.parent === null) throw new Error("the root room stays")
    seat.parent.slots.free(seat.cell)
    seat.parent.count(-seat.total)
    this.#forget(seat)
  }

  /** A room has at least so many cells, also when the last of them are empty: it does not shrink while nobody asks for it. */
  reserve(id: string, size: number): void {
    const seat = this.#known(id)
    if (seat.slots.cells.length >= size) return
    seat.slots.reserve(size)
    seat.grown()
  }

  /** Seats all children of one room anew. Only ever on the user's request: it is the one thing that moves the living. */
  arrange(id: string, cells: ReadonlyMap<string, number>, size: number): void {
    const seat = this.#known(id)
    const seats = new Map([...cells].map(([child, cell]) => [this.#known(child), cell]))
    seat.slots.arrange(seats, size)
    for (const [child, cell] of seats) child.cell = cell
    seat.grown()
  }

  #known(id: string): Seat {
    const seat = this.#seats.get(id)
    if (seat === undefined) throw new Error(`no room of ${id} on this map`)
    return seat
  }

  #seat(id: string, parent: Seat | null): Seat {
    const seat = new Seat(id, parent, this.#freeNumbers.pop() ?? this.#numbers++)
    this.#seats.set(id, seat)
    return seat
  }

  #forget(seat: Seat): void {
    const leaving = [seat]
    for (let next = leaving.pop(); next !== undefined; next = leaving.pop()) {
      this.#seats.delete(next.id)
      this.#freeNumbers.push(next.nr)
      for (const child of next.cells) if (child !== null) leaving.push(child)
    }
  }
}

/** The deepest room that holds both. */
export function commonRoom(a: Place, b: Place): Place {
  let one = a
  let other = b
  while (one !== other) {
    const up = one.depth >= other.depth ? one.parent : null
    if (up !== null) one = up
    else if (other.parent !== null) other = other.parent
    else throw new Error("two maps have no room in common")
  }
  return one
}
