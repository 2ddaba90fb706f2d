// Owns: the elements above the canvas that move with it, frame by frame, without React: desks that are large enough to read.
import type { Rect } from "@kibitz/canvas"

export class PanelLayer {
  readonly #panels = new Map<string, HTMLElement>()

  set(id: string, element: HTMLElement | null): void {
    if (element === null) this.#panels.delete(id)
    else this.#panels.set(id, element)
  }

  /** `rectOf`: where a desk is, in the map's units; null where it is gone. */
  place(rectOf: (id: string) => Rect | null, unit: number): void {
    for (const [id, element] of this.#panels) {
      const rect = rectOf(id)
      if (rect === null) continue
      element.style.transform = `translate(${rect.x * unit}px, ${rect.y * unit}px)`
      element.style.width = `${rect.width * unit}px`
      element.style.height = `${rect.height * unit}px`
    }
  }
}
