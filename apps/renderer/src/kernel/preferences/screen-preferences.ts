// Owns: keeping this screen's preferences over restarts: density, motion, wheel, volume. They belong to the device, not to the project, so they are kept
// here and not with the host. Parts that draw read them from look.ts, where a change is seen at once.
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Keep } from "../keep/keep.ts"
import { showLook } from "./look.ts"
import { type ScreenPreferences, usualPreferences } from "./preferences.ts"

export const PREFERENCES_KEPT = "kibitz.screen"

const choices: { readonly [Key in keyof ScreenPreferences]: readonly ScreenPreferences[Key][] } = {
  density: ["compact", "comfortable"],
  motion: ["system", "reduced", "full"],
  wheel: ["auto", "mouse", "trackpad"],
  volume: ["soft", "medium", "full"],
  announce: ["sentences", "end", "off"],
}

/** What cannot be read is as usual: a preference is never a reason not to start. */
export function readPreferences(text: string | null): ScreenPreferences {
  const kept = parsed(text)
  const pick = <Key extends keyof ScreenPreferences>(key: Key): ScreenPreferences[Key] =>
    choices[key].find((choice) => choice === kept[key]) ?? usualPreferences[key]
  return {
    density: pick("density"),
    motion: pick("motion"),
    wheel: pick("wheel"),
    volume: pick("volume"),
    announce: pick("announce"),
  }
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}")
    return typeof value === "object" && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

export type PreferenceStore = {
  readonly store: StoreApi<ScreenPreferences>
  change(patch: Partial<ScreenPreferences>): void
}

const stores = new WeakMap<Keep, PreferenceStore>()

/** One for all that use the same storage. `show` is told of every change, and at once. */
export function preferencesOf(keep: Keep, show: (preferences: ScreenPreferences) => void = showLook): PreferenceStore {
  const known = stores.get(keep)
  if (known) return known
  const store = createStore<ScreenPreferences>(() => readPreferences(kept(keep)))
  show(store.getState())
  store.subscribe(show)
  const made: PreferenceStore = {
    store,
    change(patch) {
      store.setState(patch)
      try {
        keep.setItem(PREFERENCES_KEPT, JSON.stringify(store.getState()))
      } catch {
        // It holds until the window is closed.
      }
    },
  }
  stores.set(keep, made)
  return made
}

function kept(keep: Keep): string | null {
  try {
    return keep.getItem(PREFERENCES_KEPT)
  } catch {
    return null
  }
}
