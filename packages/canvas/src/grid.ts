// Owns: the gnomon grid (which cell lies where) and who sits in which cell. Growing adds a right column and a bottom row, so nobody's
// row or column ever changes. Not here: how large a cell is (layout.ts).

/** Where a cell lies in its room's grid, counted from the top left. */
export type Cell = { readonly row: number; readonly col: number }

/** Cell number → row and column. Each square number starts a new column on the right, then a new row below it. */
export function cellAt(index: number): Cell {
  const ring = ringOf(index)
  const rest = index - ring * ring
  return rest <= ring ? { row: rest, col: ring } : { row: ring, col: 2 * ring - rest }
}

/** Row and column → cell number: the inverse of cellAt. */
export function indexOf(row: number, col: number): number {
  return row <= col ? col * col + row : row * row + 2 * row - col
}

/** The side of the smallest square grid that holds this many cells; an empty room is one cell, its desk. */
export function gridSide(cells: number): number {
  return cells <= 1 ? 1 : ringOf(cells - 1) + 1
}

/** Math.sqrt may be off by one unit in the last place; a cell number just below a square must not round up into the next ring. */
function ringOf(index: number): number {
  const ring = Math.floor(Math.sqrt(index))
  return ring * ring > index ? ring - 1 : ring
}

/**
 * The cells of one room. Cell 0 is the desk and belongs to the room; guests take the lowest free cell from 1 on and keep it until they
 * leave. Only `arrange` moves anybody.
 */
export class Slots<Guest> {
  readonly #cells: (Guest | null)[] = [null]
  #lowestFree = 1
  #guests = 0

  /** All cells ever used, by number; null is the desk (cell 0) or an empty slot. */
  get cells(): readonly (Guest | null)[] {
    return this.#cells
  }

  /** How many live here, the desk not counted. */
  get guests(): number {
    return this.#guests
  }

  /** The cell the next newcomer gets. */
  get lowestFree(): number {
    return this.#lowestFree
  }

  /** Seats a guest in the lowest free cell, or in the named one (when a saved layout is read back), and says which it is. */
  take(guest: Guest, cell: number = this.#lowestFree): number {
    if (!Number.isInteger(cell) || cell < 1) throw new Error(`cell ${cell} is not for guests`)
    while (this.#cells.length <= cell) this.#cells.push(null)
    if (this.#cells[cell] !== null) throw new Error(`cell ${cell} is taken`)
    this.#cells[cell] = guest
    this.#guests++
    this.#findLowest()
    return cell
  }

  /** Empties a cell. Its slot stays: the grid does not shrink and nobody moves up. */
  free(cell: number): void {
    if (cell < 1 || (this.#cells[cell] ?? null) === null) throw new Error(`cell ${cell} is empty`)
    this.#cells[cell] = null
    this.#guests--
    this.#lowestFree = Math.min(this.#lowestFree, cell)
  }

  /** There are at least so many cells, whether anybody has sat in the last of them or not. */
  reserve(size: number): void {
    while (this.#cells.length < size) this.#cells.push(null)
  }

  /** Seats everybody anew, in so many cells: when a room was tidied. Whoever lives here must be among them. */
  arrange(seats: ReadonlyMap<Guest, number>, size: number): void {
    if (seats.size !== this.#guests) throw new Error(`${this.#guests} live here, ${seats.size} are to be seated`)
    this.#cells.length = 1
    this.#guests = 0
    this.#lowestFree = 1
    for (const [guest, cell] of seats) this.take(guest, cell)
    this.reserve(size)
  }

  #findLowest(): void {
    while (this.#lowestFree < this.#cells.length && this.#cells[this.#lowestFree] !== null) this.#lowestFree++
  }
}
