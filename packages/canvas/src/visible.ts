// Owns: what is in view, in the order in which it is painted. The walk enters only rooms that meet the view and are large enough, and in
// them only the cells that do; a room whose cells would be specks is one closed entry, however many live in it. So a frame costs what is
// seen, not what there is. Not here: painting (draw.ts).
import { anchorBox, type Camera, coverageOf, type Pane } from "./camera.ts"
import { fillsPane, type Level, levelNumber, levels } from "./detail.ts"
import { indexOf } from "./grid.ts"
import { boxInParent, cellPitch, cellScale, HEADER, ROOM_HEIGHT, SIDE_MARGIN } from "./layout.ts"
import { isLeaf, type Place, type Rooms } from "./rooms.ts"

/** room: an open frame, what is in it follows. closed: a room seen from too far to look in. desk: an agent itself. slot: an empty cell. */
export type SeenKind = "room" | "closed" | "desk" | "slot"

/** One thing in view. The objects are used again for the next frame: whoever keeps one keeps a copy. */
export interface Seen {
  readonly kind: SeenKind
  /** The agent; for a slot, the one whose room it is in. */
  readonly place: Place
  /** The cell of a slot. */
  readonly cell: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly level: Level
  readonly depth: number
  /** Of a slot: a click on it makes somebody new. */
  readonly offers: boolean
  /** How many agents this entry stands for: those in a closed room, else one; none in a slot, and none for the frame of an open room. */
  readonly stands: number
}

type Entry = { -readonly [Key in keyof Seen]: Seen[Key] }
const CHIP = levels.indexOf("chip")
const PANEL = levels.indexOf("panel")

/** Looks at the map, frame after frame. It remembers how each room was last seen, so that forms do not flicker. */
export class Viewer {
  readonly #pool: Entry[] = []
  #levels = new Int8Array(0)
  #rootLevel = -1
  #chat: string | null = null
  #nextChat: string | null = null
  #offersIn: string | null = null
  #length = 0
  #width = 0
  #height = 0

  /** How many things the last look found; `at` gives them in paint order. */
  get length(): number {
    return this.#length
  }

  at(index: number): Seen {
    const seen = index < this.#length ? this.#pool[index] : undefined
    if (seen === undefined) throw new Error(`nothing was seen at ${index}`)
    return seen
  }

  *[Symbol.iterator](): Generator<Seen> {
    for (let index = 0; index < this.#length; index++) yield this.at(index)
  }

  /** `offersIn`: the room whose next free cell is shown, for somebody new; in all others it would be one more thing that asks to be read. */
  look(rooms: Rooms, camera: Camera, pane: Pane, offersIn: string | null = null): this {
    this.#makeReady(rooms, pane)
    this.#offersIn = offersIn
    let place = rooms.get(camera.anchor)
    let { x, y, scale } = anchorBox(camera, pane)
    while (place.parent !== null && !(x <= 0 && y <= 0 && x + scale >= pane.width && y + scale * ROOM_HEIGHT >= pane.height)) {
      const box = boxInParent(place)
      scale /= box.scale
      x -= box.x * scale
      y -= box.y * scale
      place = place.parent
    }
    this.#enter(place, x, y, scale, this.#outerLevel(place, scale))
    this.#chat = this.#nextChat
    return this
  }

  /** What is painted on top at a point of the pane; null outside of all rooms. */
  under(x: number, y: number): Seen | null {
    for (let index = this.#length - 1; index >= 0; index--) {
      const seen = this.at(index)
      if (x >= seen.x && y >= seen.y && x <= seen.x + seen.width && y <= seen.y + seen.height) return seen
    }
    return null
  }

  /** The desks that are large enough to be read, those nearest to the middle first, at most so many. */
  panels(most: number): readonly string[] {
    const off = (seen: Seen) => Math.hypot(seen.x + (seen.width - this.#width) / 2, seen.y + (seen.height - this.#height) / 2)
    return [...this]
      .filter(({ kind, level }) => kind === "desk" && (level === "panel" || level === "chat"))
      .map((seen) => ({ id: seen.place.id, off: off(seen) }))
      .sort((a, b) => a.off - b.off)
      .slice(0, most)
      .map(({ id }) => id)
  }

  #makeReady(rooms: Rooms, pane: Pane): void {
    this.#length = 0
    this.#width = pane.width
    this.#height = pane.height
    this.#nextChat = null
    if (this.#levels.length >= rooms.numbers) return
    const larger = new Int8Array(rooms.numbers * 2).fill(-1)
    larger.set(this.#levels)
    this.#levels = larger
  }

  /** The form of the room the walk starts in: all cells of a room have one width, so it is remembered with the room around it. */
  #outerLevel(place: Place, width: number): number {
    if (place.parent !== null) return levelNumber(width, this.#levels[place.parent.nr] ?? -1)
    this.#rootLevel = levelNumber(width, this.#rootLevel)
    return this.#rootLevel
  }

  #enter(place: Place, x: number, y: number, width: number, level: number): void {
    if (isLeaf(place)) return this.#see("desk", place, 0, x, y, width, level, 1)
    const inside = levelNumber(width * cellScale(place.side), this.#levels[place.nr] ?? -1)
    this.#levels[place.nr] = inside
    if (inside === 0 || level < CHIP) return this.#see("closed", place, 0, x, y, width, level, place.total)
    this.#see("room", place, 0, x, y, width, level, 0)
    this.#eachCell(place, x, y, width, inside)
  }

  #eachCell(place: Place, x: number, y: number, width: number, level: number): void {
    const { side } = place
    const across = cellPitch(side) * width
    const down = across * ROOM_HEIGHT
    const left = x + SIDE_MARGIN * width
    const top = y + HEADER * width
    const size = cellScale(side) * width
    const lastCol = Math.min(side - 1, Math.floor((this.#width - left) / across))
    const lastRow = Math.min(side - 1, Math.floor((this.#height - top) / down))
    const firstCol = Math.max(0, Math.floor(-left / across))
    for (let row = Math.max(0, Math.floor(-top / down)); row <= lastRow; row++) {
      for (let col = firstCol; col <= lastCol; col++) {
        const cellX = left + col * across
        const cellY = top + row * down
        // The first row and column may be gaps already passed.
        if (cellX + size < 0 || cellY + size * ROOM_HEIGHT < 0) continue
        this.#cell(place, indexOf(row, col), cellX, cellY, size, level)
      }
    }
  }

  #cell(place: Place, cell: number, x: number, y: number, width: number, level: number): void {
    if (cell === 0) return this.#see("desk", place, 0, x, y, width, level, 1)
    const child = place.cells[cell]
    if (child) return this.#enter(child, x, y, width, level)
    const isOffered = cell === place.lowestFree && place.id === this.#offersIn
    if (level >= CHIP && (cell < place.cells.length || isOffered)) this.#see("slot", place, cell, x, y, width, level, 0)
  }

  #see(kind: SeenKind, place: Place, cell: number, x: number, y: number, width: number, level: number, stands: number): void {
    const height = width * ROOM_HEIGHT
    const entry = this.#next(place)
    entry.kind = kind
    entry.place = place
    entry.cell = cell
    entry.x = x
    entry.y = y
    entry.width = width
    entry.height = height
    entry.depth = place.depth
    entry.stands = stands
    entry.offers = kind === "slot" && cell === place.lowestFree && place.id === this.#offersIn
    entry.level = levels[level] ?? "speck"
    if (kind === "desk" && level === PANEL && this.#fills(entry)) {
      entry.level = "chat"
      this.#nextChat = place.id
    }
  }

  #fills(entry: Entry): boolean {
    return fillsPane(coverageOf(entry, { width: this.#width, height: this.#height }), this.#chat === entry.place.id)
  }

  #next(place: Place): Entry {
    const index = this.#length++
    const entry = this.#pool[index]
    if (entry !== undefined) return entry
    const fresh: Entry = {
      kind: "desk",
      place,
      cell: 0,
      x: 0,
      y: 0,
      width: 0,
      height: 0,
      level: "speck",
      depth: 0,
      offers: false,
      stands: 0,
    }
    this.#pool.push(fresh)
    return fresh
  }
}
