// Owns: how often the map looks at the world: four times a second at most, also while frames run. A move must not pay for every step of every agent.
import type { World } from "@kibitz/contract"

/** While nothing moves, changes of the world wait for each other this long. */
const WORLD_MS = 250

type WorldChangesParts = {
  /** When the last frame was drawn. */
  drawnAt(): number
  /** A frame is wanted. */
  due(): void
  take(world: World): void
}

export class WorldChanges {
  readonly #parts: WorldChangesParts
  #timer: ReturnType<typeof setTimeout> | undefined
  #pending: World | null = null
  #takenAt = Number.NEGATIVE_INFINITY

  constructor(parts: WorldChangesParts) {
    this.#parts = parts
  }

  changed(world: World): void {
    this.#pending = world
    this.soon()
  }

  soon(): void {
    if (this.#timer !== undefined) return
    const due = Math.max(0, this.#parts.drawnAt() + WORLD_MS - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#parts.due()
    }, due)
  }

  /** Called with every frame. */
  catchUp(now: number): void {
    if (this.#pending === null) return
    if (now - this.#takenAt < WORLD_MS - 20) return this.soon()
    const world = this.#pending
    this.#pending = null
    this.#takenAt = now
    this.#parts.take(world)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
