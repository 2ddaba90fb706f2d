// Owns: which map is on the screen, for whoever asks about it from outside (probe.ts).
import type { MapEngine } from "./engine.ts"

let shown: MapEngine | null = null

/** The map that was mounted last is the one that is asked. Gives back how to take it away. */
export function showMap(engine: MapEngine): () => void {
  shown = engine
  return () => {
    if (shown === engine) shown = null
  }
}

export const shownMap = (): MapEngine | null => shown
