import { defaultSettings, SettingsPatch } from "@kibitz/contract"
import { expect, test } from "vitest"
import { resetOf, settingsPages } from "./page-list.ts"

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
