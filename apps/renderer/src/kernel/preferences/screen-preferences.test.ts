import { expect, test } from "vitest"
import { type ScreenPreferences, usualPreferences } from "./preferences.ts"
import { PREFERENCES_KEPT, preferencesOf, readPreferences } from "./screen-preferences.ts"

test("what was kept comes back; what cannot be read is as usual, each by itself", () => {
  expect(readPreferences('{"density":"comfortable","motion":"full","wheel":"mouse","volume":"soft"}')).toEqual({
    density: "comfortable",
    motion: "full",
    wheel: "mouse",
    volume: "soft",
    announce: "sentences",
  })
  expect(readPreferences('{"density":"huge","motion":"reduced","wheel":7}')).toEqual({ ...usualPreferences, motion: "reduced" })
  for (const text of [null, "", "{oops", "null", "7", "[]"]) expect(readPreferences(text)).toEqual(usualPreferences)
})

test("a change is shown at once, kept, and there again at the next start, also where nothing can be kept", () => {
  const kept = new Map<string, string>()
  const keep = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const shown: ScreenPreferences[] = []
  const preferences = preferencesOf(keep, (now) => shown.push(now))
  preferences.change({ motion: "reduced" })
  expect(shown).toEqual([usualPreferences, { ...usualPreferences, motion: "reduced" }])
  expect(preferencesOf(keep)).toBe(preferences)
  expect(readPreferences(kept.get(PREFERENCES_KEPT) ?? null).motion).toBe("reduced")
  const full = { ...keep, setItem: () => expect.unreachable as never, getItem: () => null }
  const fails = preferencesOf(
    {
      ...full,
      setItem: () => {
        throw new Error("full")
      },
    },
    () => {},
  )
  fails.change({ density: "comfortable" })
  expect(fails.store.getState().density).toBe("comfortable")
})
