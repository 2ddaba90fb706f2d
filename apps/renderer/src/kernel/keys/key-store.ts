// Owns: the user's keys on this computer: kept over a restart, the same in every window.
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Keep } from "../keep/keep.ts"
import type { ActionId } from "./actions.ts"
import { type Bindings, bound, cleared, readBindings, reset, usualBindings, writeBindings } from "./bindings.ts"
import { type Os, thisOs } from "./chord.ts"

export type KeyStore = {
  readonly os: Os
  readonly bindings: StoreApi<Bindings>
  bind(id: ActionId, binding: string, old: string | null): void
  clear(id: ActionId, binding: string): void
  reset(id: ActionId): void
  resetAll(): void
  switchSingleKeys(isOn: boolean): void
}

export const KEYS_KEPT = "kibitz.keys"

export function createKeyStore(keep: Keep, os: Os): KeyStore {
  const bindings = createStore<Bindings>(() => read(keep, os))
  const change = (next: Bindings) => {
    bindings.setState(next, true)
    write(keep, next)
  }
  const now = () => bindings.getState()
  // Another window of this screen has changed them.
  if (typeof addEventListener === "function")
    addEventListener("storage", ({ key }) => {
      if (key === KEYS_KEPT || key === null) bindings.setState(read(keep, os), true)
    })
  return {
    os,
    bindings,
    bind: (id, binding, old) => change(bound(now(), id, binding, old, os)),
    clear: (id, binding) => change(cleared(now(), id, binding, os)),
    reset: (id) => change(reset(now(), id, os)),
    resetAll: () => change({ ...usualBindings, singleKeys: now().singleKeys }),
    switchSingleKeys: (singleKeys) => change({ ...now(), singleKeys }),
  }
}

const stores = new WeakMap<Keep, KeyStore>()

/** One for all that use the same storage. */
export function keyStoreOf(keep: Keep): KeyStore {
  const known = stores.get(keep)
  if (known) return known
  const store = createKeyStore(keep, thisOs)
  stores.set(keep, store)
  return store
}

function read(keep: Keep, os: Os): Bindings {
  try {
    return readBindings(keep.getItem(KEYS_KEPT), os)
  } catch {
    return usualBindings
  }
}

function write(keep: Keep, bindings: Bindings): void {
  try {
    keep.setItem(KEYS_KEPT, writeBindings(bindings))
  } catch {
    // They hold until this window is closed.
  }
}
