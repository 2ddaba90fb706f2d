// Owns: how this page looks and moves right now, in one store for everybody who draws. The root element carries the same for the style sheets: it is
// written here and read back nowhere.
import { createStore } from "zustand/vanilla"
import { type ScreenPreferences, usualPreferences } from "./preferences.ts"

export type Look = ScreenPreferences & {
  /** "system", or the name of a theme. */
  readonly theme: string
  /** In percent of the usual size. */
  readonly textSize: number
}

export const look = createStore<Look>(() => ({ ...usualPreferences, theme: "system", textSize: 100 }))
// The first to hear of a change: whoever is told after it finds the style sheets in step.
look.subscribe(writeOnRoot)

export function showLook(change: Partial<Look>): void {
  look.setState(change)
}

function writeOnRoot({ theme, textSize, ...preferences }: Look): void {
  const root = document.documentElement
  Object.assign(root.dataset, preferences)
  if (theme === "system") delete root.dataset.theme
  else root.dataset.theme = theme
  root.style.fontSize = `${textSize}%`
}

/** Calls back when any of these has changed. Returns how to stop. */
export function watchLook(parts: readonly (keyof Look)[], changed: () => void): () => void {
  return look.subscribe((now, before) => {
    if (parts.some((part) => now[part] !== before[part])) changed()
  })
}
