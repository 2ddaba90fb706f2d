// Owns: who is selected on the map: one that the keys act on, and others beside it.
import { commonRoom, type Rooms, type Target } from "@kibitz/canvas"
import type { Paints } from "./paints.ts"
import { type SceneStore, showScene } from "./scene.ts"

type ChosenParts = { readonly rooms: Rooms; readonly paints: Paints; readonly scene: SceneStore; changed(): void }

export class Chosen {
  readonly #parts: ChosenParts
  #target: Target

  constructor(parts: ChosenParts) {
    this.#parts = parts
    this.#target = { id: parts.rooms.root.id, part: "desk" }
  }

  /** On whom the keys act. */
  get target(): Target {
    return this.#target
  }

  get #also(): readonly string[] {
    return this.#parts.scene.getState().also
  }

  /** This one, and nobody else. */
  select(target: Target): void {
    if (this.#parts.rooms.find(target.id) !== undefined) this.#choose(target, [])
  }

  /** Adds somebody to what is selected, or takes them out; says who the keys act on then. */
  toggle(id: string): string {
    const isIn = id === this.#target.id || this.#also.includes(id)
    const all = [this.#target.id, ...this.#also]
    const next = isIn ? all.filter((one) => one !== id) : [id, ...all]
    const [first = id, ...also] = next
    this.#choose({ id: first, part: "desk" }, also)
    return first
  }

  /** A room that goes takes everybody in it out of the selection; the keys act on the one it was in. */
  leaves(id: string): void {
    const { rooms } = this.#parts
    const leaving = rooms.get(id)
    const goes = (one: string) => {
      const place = rooms.find(one)
      return place === undefined || commonRoom(place, leaving) === leaving
    }
    const also = this.#also.filter((one) => !goes(one))
    if (!goes(this.#target.id)) return this.#choose(this.#target, also)
    const [next = leaving.parent?.id ?? rooms.root.id, ...rest] = also
    this.#choose({ id: next, part: "desk" }, rest)
  }

  #choose(target: Target, also: readonly string[]): void {
    const { paints, scene, changed } = this.#parts
    this.#target = target
    paints.select(target.id, target.part, also)
    showScene(scene, { also })
    changed()
  }
}
