import fc from "fast-check"
import { expect, test } from "vitest"
import { type ActionId, actions } from "./actions.ts"
import {
  type Bindings,
  bound,
  cleared,
  conflictsOf,
  isChanged,
  keyOf,
  keysOf,
  match,
  readBindings,
  reset,
  usualBindings,
  whyNot,
  writeBindings,
} from "./bindings.ts"
import type { Pressed } from "./chord.ts"
import { menuOf } from "./menu.ts"
import { press } from "./testing/press.ts"

const ctrl = (letter: string, more: Partial<Pressed> = {}) => press({ key: letter, ctrlKey: true, ...more })

test("the place decides: a letter is a shortcut only where it is one", () => {
  const n = press({ key: "n", code: "KeyN" })
  expect(match(usualBindings, n, "map", false, "other")).toBe("attention-next")
  expect(match(usualBindings, n, "global", false, "other")).toBeNull()
  expect(match(usualBindings, press({ key: "a" }), "card", false, "other")).toBe("approve")
  expect(match(usualBindings, press({ key: "a" }), "map", false, "other")).toBeNull()
  expect(match(usualBindings, ctrl("j"), "global", false, "other")).toBe("attention-next")
})

test("typing is sacred: while text is typed only keys that write nothing act (ux 0.4)", () => {
  for (const key of ["a", "s", "d", "r", "1", "?", "n", " ", "Enter", "ArrowLeft"])
    for (const place of ["global", "map", "tree", "card", "rail"] as const)
      expect(match(usualBindings, press({ key }), place, true, "other"), `${key} in ${place}`).toBeNull()
  expect(match(usualBindings, ctrl("j"), "global", true, "other")).toBe("attention-next")
  expect(match(usualBindings, press({ key: "F6" }), "global", true, "other")).toBe("region-next")
  expect(match(usualBindings, press({ key: "Escape", shiftKey: true }), "global", true, "other")).toBe("zoom-out-now")
  expect(match(usualBindings, press({ key: "Enter" }), "composer", true, "other")).toBe("send")
  expect(match(usualBindings, press({ key: "Enter", isComposing: true }), "composer", true, "other")).toBeNull()
  expect(match(usualBindings, press({ key: "Enter", keyCode: 229 }), "composer", true, "other")).toBeNull()
})

test("2.1.4: single keys can be switched off as a group, and the others stay", () => {
  const off = { ...usualBindings, singleKeys: false }
  expect(match(off, press({ key: "n" }), "map", false, "other")).toBeNull()
  expect(match(off, press({ key: "?", shiftKey: true }), "global", false, "other")).toBeNull()
  expect(match(off, ctrl("j"), "global", false, "other")).toBe("attention-next")
  expect(match(off, press({ key: "F1" }), "global", false, "other")).toBe("help")
  expect(keyOf(off, "map-frame", "other")).toBeNull()
  expect(keyOf(off, "attention-next", "other")).toBe("Ctrl+J")
})

test("a key that is taken is shown, and can be taken over", () => {
  expect(conflictsOf(usualBindings, "settings", "Ctrl+J", "other")).toEqual(["attention-next"])
  const taken = bound(usualBindings, "settings", "Ctrl+J", "Ctrl+,", "other")
  expect(keysOf(taken, "settings", "other")).toEqual(["Ctrl+J"])
  expect(keysOf(taken, "attention-next", "other")).toEqual(["N"])
  expect(match(taken, ctrl("j"), "global", false, "other")).toBe("settings")
  expect(conflictsOf(taken, "settings", "Ctrl+J", "other")).toEqual([])
  // Elsewhere is no conflict: a letter of cards may be one of the map.
  expect(conflictsOf(usualBindings, "map-frame", "A", "other")).toEqual([])
  expect(conflictsOf(usualBindings, "settings", "A", "other")).toEqual(["approve"])
  expect(conflictsOf(usualBindings, "settings", "Shift+/", "other")).toEqual(["help"])
  expect(conflictsOf(usualBindings, "settings", "Ctrl+=", "other")).toEqual(["text-larger"])
})

test("one more key, none at all, and back", () => {
  const more = bound(usualBindings, "rail", "F8", null, "other")
  expect(keysOf(more, "rail", "other")).toEqual(["Ctrl+B", "F8"])
  const none = cleared(cleared(more, "rail", "F8", "other"), "rail", "Ctrl+B", "other")
  expect(keysOf(none, "rail", "other")).toEqual([])
  expect(isChanged(none, "rail")).toBe(true)
  expect(reset(none, "rail", "other")).toEqual(usualBindings)
  expect(isChanged(bound(none, "rail", "Ctrl+B", null, "other"), "rail")).toBe(false)
})

test("resetting one takes its key back from who has it", () => {
  const taken = bound(usualBindings, "settings", "Ctrl+J", null, "other")
  const again = reset(taken, "attention-next", "other")
  expect(keysOf(again, "attention-next", "other")).toEqual(["Ctrl+J", "N"])
  expect(keysOf(again, "settings", "other")).toEqual(["Ctrl+,"])
})

test("what may not be bound, and why", () => {
  expect(whyNot("settings", "Ctrl+R", "other")).toMatch(/system/)
  expect(whyNot("settings", "Ctrl+Alt+Q", "other")).toMatch(/AltGr/)
  expect(whyNot("settings", "Esc", "other")).toMatch(/out/)
  expect(whyNot("zoom-out", "F3", "other")).toMatch(/cannot be changed/)
  expect(whyNot("send", "K", "other")).toMatch(/writing/)
  expect(whyNot("send", "Ctrl+Enter", "other")).toBeNull()
  expect(whyNot("settings", "Alt+S", "apple")).toMatch(/Option/)
})

test("what was kept is read back; what is broken, unknown or forbidden is left out", () => {
  const changed = bound({ ...usualBindings, singleKeys: false }, "rail", "F8", "Ctrl+B", "other")
  expect(readBindings(writeBindings(changed), "other")).toEqual(changed)
  for (const text of [null, "", "{", "7", "[]", '{"version":2,"keys":{}}', '{"version":1,"keys":7}', '"x"'])
    expect(readBindings(text, "other")).toEqual(usualBindings)
  const odd = JSON.stringify({
    version: 1,
    keys: {
      rail: ["Ctrl+R", 7, "F8", "F8"],
      "no-such": ["F8"],
      "zoom-out": [],
      help: "F1",
      settings: ["Ctrl+Shift+I"],
      inspector: [],
    },
  })
  expect(readBindings(odd, "other")).toEqual({ singleKeys: true, changed: { rail: ["F8"], inspector: [] } })
})

test("whatever is bound, no key does two things in one place, and every change can be undone", () => {
  const free = actions.filter(({ isFixed }) => !isFixed).map(({ id }) => id)
  const keys = ["Ctrl+J", "Ctrl+B", "A", "F8", "Shift+1", "Enter", "Ctrl+Enter", "?", "+", "Ctrl+Shift+K", "Alt+Left"]
  const step = fc.record({
    id: fc.constantFrom(...free),
    key: fc.constantFrom(...keys),
    isMore: fc.boolean(),
    isReset: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const end = steps.reduce<Bindings>((so, { id, key, isMore, isReset }) => {
        if (isReset) return reset(so, id, "other")
        if (whyNot(id, key, "other") !== null) return so
        return bound(so, id, key, isMore ? null : (keysOf(so, id, "other")[0] ?? null), "other")
      }, usualBindings)
      for (const { id } of actions)
        for (const key of keysOf(end, id, "other")) expect(conflictsOf(end, id, key, "other"), `${id} ${key}`).toEqual([])
      expect(readBindings(writeBindings(end), "other")).toEqual(end)
    }),
    { numRuns: 60 },
  )
})

test("the menu has every action that works from anywhere, with the user's own keys", () => {
  const own = bound(usualBindings, "settings", "F8", "Ctrl+,", "other")
  const items = menuOf(own, "other", (id) => id !== "repair").flatMap((group) => group.items)
  const found = (id: ActionId) => items.find((item) => item.id === id)
  expect(found("settings")).toEqual({ id: "settings", title: "Settings…", accelerator: "F8", isOn: true, family: null })
  expect(found("text-larger")?.accelerator).toBe("Ctrl+Plus")
  expect(found("repair")?.isOn).toBe(false)
  expect(found("slot-3")).toMatchObject({ accelerator: "Ctrl+3", family: "Go to slot 1–9" })
  const listed = new Set(items.map(({ id }) => id))
  expect(actions.filter(({ id, isOnTheSpot }) => !isOnTheSpot !== listed.has(id)).map(({ id }) => id)).toEqual(["zoom-out"])
  // Where a character is a shortcut is not for a menu to say: macOS would take it away from text fields.
  expect(items.map(({ accelerator }) => accelerator).filter((key) => key !== null && !/\+|^F\d/.test(key))).toEqual([])
})
