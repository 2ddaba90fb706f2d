import { useStore } from "zustand"
import { useSession } from "../app/session-context.ts"
import { preferencesOf, type ScreenPreferences } from "./screen-preferences.ts"

/** How this one screen is looked at; a change is seen at once. */
export function usePreferences(): [ScreenPreferences, (patch: Partial<ScreenPreferences>) => void] {
  const { store, change } = preferencesOf(useSession().keep)
  return [useStore(store), change]
}
