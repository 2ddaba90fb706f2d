// Owns: which settings pages there are, in their order, and what each is set back to.
import { defaultSettings, type SettingsPatch } from "@kibitz/contract"
import { type ScreenPreferences, usualPreferences } from "../preferences/preferences.ts"
import type { SettingsPage } from "../session/screen-state.ts"

export const settingsPages: readonly { readonly id: SettingsPage; readonly name: string }[] = [
  { id: "general", name: "General" },
  { id: "models", name: "Models and keys" },
  { id: "agents", name: "Agents and limits" },
  { id: "access", name: "Access" },
  { id: "attention", name: "Attention" },
  { id: "appearance", name: "Appearance" },
  { id: "keyboard", name: "Keyboard" },
  { id: "quality", name: "Quality gates" },
  { id: "data", name: "Data and privacy" },
  { id: "about", name: "About" },
]

/**
 * How a page came; null: there is nothing on it that could be set back, or it does so itself. A key, a grant and the project's own
 * checks are the user's work, not a setting: no reset takes them away.
 */
export function resetOf(page: SettingsPage): SettingsPatch | null {
  const { models, modelMode, baseUrl, prices, limits, wakeAfterLimit, completionSignal } = defaultSettings
  switch (page) {
    case "models":
      return { models, modelMode, baseUrl, prices }
    case "agents":
      return { limits, wakeAfterLimit, completionSignal }
    case "access": {
      const { defaults, planningNetwork, searchAddress, approvalMinutes } = defaultSettings
      return { defaults, planningNetwork, searchAddress, approvalMinutes }
    }
    case "attention":
      return { attention: defaultSettings.attention }
    case "appearance": {
      const { theme, textSize, cogitation } = defaultSettings
      return { theme, textSize, cogitation }
    }
    case "general":
    case "keyboard":
    case "quality":
    case "data":
    case "about":
      return null
  }
}

/** What of this screen's own preferences a page shows, as it came. */
export function preferencesReset(page: SettingsPage): Partial<ScreenPreferences> {
  const { density, motion, wheel, volume, announce } = usualPreferences
  if (page === "appearance") return { density, motion, wheel, announce }
  return page === "attention" ? { volume } : {}
}
