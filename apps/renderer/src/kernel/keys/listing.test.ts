import { expect, test } from "vitest"
import { actions } from "./actions.ts"
import { bound, cleared, usualBindings } from "./bindings.ts"
import { allLines, searched, sheetLines } from "./listing.ts"

const flat = (sections: ReturnType<typeof allLines>) => sections.flatMap(({ lines }) => lines)

test("the settings list every action once, with its keys as they are kept", () => {
  const lines = flat(allLines(usualBindings, "other"))
  expect(new Set(lines.map(({ id }) => id))).toEqual(new Set(actions.map(({ id }) => id)))
  expect(lines).toHaveLength(actions.length)
  expect(lines.find(({ id }) => id === "palette")?.keys).toEqual(["Ctrl+K", "Ctrl+Shift+P"])
})

test("the sheet shows the user's own keys as this system writes them, and nine of a kind as one line", () => {
  const mine = bound(usualBindings, "settings", "Shift+Cmd+9", "Cmd+,", "apple")
  const lines = flat(sheetLines(mine, "apple"))
  expect(lines.find(({ id }) => id === "settings")?.keys).toEqual(["⇧⌘9"])
  expect(lines.filter(({ title }) => title === "Go to slot 1–9")).toMatchObject([{ keys: ["⌘1 … ⌘9", "1 … 9"] }])
  expect(lines.filter(({ title }) => title === "Select the neighbour")).toMatchObject([{ keys: ["← → ↑ ↓"] }])
})

test("what has no key, or a key that is switched off, is not on the sheet", () => {
  const off = { ...cleared(usualBindings, "rail", "Ctrl+B", "other"), singleKeys: false }
  const lines = flat(sheetLines(off, "other"))
  expect(lines.some(({ id }) => id === "rail" || id === "approve")).toBe(false)
  expect(lines.find(({ id }) => id === "help")?.keys).toEqual(["F1"])
})

test("found by what it does, by where, and by the key, in both ways of writing it", () => {
  const ids = (query: string) => flat(searched(allLines(usualBindings, "apple"), query, "apple")).map(({ id }) => id)
  expect(ids("text larger")).toEqual(["text-larger"])
  expect(ids("⇧⌘o")).toEqual(["snooze"])
  expect(ids("shift+cmd+o")).toEqual(["snooze"])
  expect(ids("card deny")).toEqual(["deny", "deny-why"])
  expect(ids("no such thing")).toEqual([])
})
