// Owns: waiting until something no longer moves. A list that measures its rows moves them for several frames.
import type { Locator } from "@playwright/test"

/** Resolves when the element has been in the same place for twenty frames in a row. */
export function atRest(locator: Locator): Promise<void> {
  return locator.evaluate(async (element) => {
    const placed = () => JSON.stringify(element.getBoundingClientRect())
    let last = placed()
    for (let frames = 0; frames < 20; frames += 1) {
      await new Promise(requestAnimationFrame)
      const now = placed()
      if (now !== last) frames = 0
      last = now
    }
  })
}
