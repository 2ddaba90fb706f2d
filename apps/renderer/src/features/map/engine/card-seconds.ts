// Owns: seconds that run on cards, and ages: one frame with every tick of the screen's clock while there is a card in view, none else.
import type { Viewer } from "@kibitz/canvas"
import { onTick } from "../../../kernel/ui/clock.ts"

export class CardSeconds {
  readonly #tick: () => void
  #stop: (() => void) | null = null

  constructor(tick: () => void) {
    this.#tick = tick
  }

  run(viewer: Viewer): void {
    let isTimed = false
    for (let at = 0; at < viewer.length && !isTimed; at++) {
      const { kind, level } = viewer.at(at)
      isTimed = kind === "desk" && level === "card"
    }
    if (isTimed) this.#stop ??= onTick(this.#tick)
    else this.end()
  }

  end(): void {
    this.#stop?.()
    this.#stop = null
  }
}
