// Owns: looking at a store until something in it has come about.
import type { World } from "@kibitz/contract"
import type { StoreApi } from "zustand/vanilla"

/** `look` says whether it has; it is called at once and at every change until then. Returns how to give up. */
export function until(store: Pick<StoreApi<unknown>, "subscribe">, look: () => boolean): () => void {
  if (look()) return () => {}
  const stop = store.subscribe(() => {
    if (look()) stop()
  })
  return stop
}

/** The world, as soon as the host has said what is there. The window is up before that: what is pressed in between waits for this. */
export function whenKnown(store: Pick<StoreApi<{ readonly world: World | null }>, "subscribe" | "getState">): Promise<World> {
  return new Promise((resolve) => {
    until(store, () => {
      const { world } = store.getState()
      if (world) resolve(world)
      return world !== null
    })
  })
}
