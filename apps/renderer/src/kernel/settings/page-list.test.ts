import { defaultSettings, SettingsPatch } from "@kibitz/contract"
import { expect, test } from "vitest"
import { usualPreferences } from "../preferences/preferences.ts"
import { preferencesReset, resetOf, settingsPages } from "./page-list.ts"

test("each page is set back to how it came, no setting by two pages, and never the project's checks or rehearsing", () => {
  const patches = settingsPages.flatMap(({ id }) => resetOf(id) ?? [])
  const names = patches.flatMap((patch) => Object.keys(patch))
  expect(new Set(names).size).toBe(names.length)
  for (const patch of patches) {
    expect(SettingsPatch.parse(patch)).toEqual(patch)
    expect(defaultSettings).toMatchObject(patch)
  }
  expect(Object.keys(defaultSettings).filter((name) => !names.includes(name))).toEqual(["qualityCommands", "rehearse"])
})

test("each preference of this screen is set back by exactly one page, one that can be set back", () => {
  const resets = settingsPages.map(({ id }) => ({ id, preferences: preferencesReset(id) }))
  const names = resets.flatMap(({ preferences }) => Object.keys(preferences))
  expect(names.toSorted()).toEqual(Object.keys(usualPreferences).toSorted())
  for (const { id, preferences } of resets) {
    expect(usualPreferences).toMatchObject(preferences)
    if (Object.keys(preferences).length > 0) expect(resetOf(id)).not.toBeNull()
  }
})
