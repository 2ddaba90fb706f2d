// Owns: looking at a store until something in it has come about.
import type { StoreApi } from "zustand/vanilla"

/** `look` says whether it has; it is called at once and at every change until then. Returns how to give up. */
export function until(store: Pick<StoreApi<unknown>, "subscribe">, look: () => boolean): () => void {
  if (look()) return () => {}
  const stop = store.subscribe(() => {
    if (look()) stop()
  })
  return stop
}
