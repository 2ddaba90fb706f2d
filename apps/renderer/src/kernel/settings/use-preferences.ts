import { useStore } from "zustand"
import type { ScreenPreferences } from "../preferences/preferences.ts"
import { preferencesOf } from "../preferences/screen-preferences.ts"
import type { HasKeep } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"

/** How this one screen is looked at; a change is seen at once. */
export function usePreferences(): [ScreenPreferences, (patch: Partial<ScreenPreferences>) => void] {
  const { store, change } = preferencesOf(useSession<HasKeep>().keep)
  return [useStore(store), change]
}
