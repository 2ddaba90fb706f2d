import { expect, test } from "vitest"
import { shortcutOf } from "./shortcuts.ts"

const press = (keys: Partial<Parameters<typeof shortcutOf>[0]>) => ({
  key: "",
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...keys,
})

test("the keys of ux 3 on both kinds of keyboard", () => {
  expect(shortcutOf(press({ code: "Comma", ctrlKey: true }), false, true)).toBe("settings")
  expect(shortcutOf(press({ code: "Comma", metaKey: true }), true, true)).toBe("settings")
  expect(shortcutOf(press({ key: "Backspace", ctrlKey: true, shiftKey: true }), false, true)).toBe("stop")
  expect(shortcutOf(press({ code: "Period", metaKey: true }), true, true)).toBe("stop")
  expect(shortcutOf(press({ key: "k", ctrlKey: true }), false, true)).toBe("agents")
  expect(shortcutOf(press({ key: "j", metaKey: true }), true, true)).toBe("attention")
  expect(shortcutOf(press({ key: "J", ctrlKey: true, shiftKey: true }), false, true)).toBe("attention-back")
  expect(shortcutOf(press({ key: "F1" }), false, true)).toBe("help")
  expect(shortcutOf(press({ key: "F6", shiftKey: true }), false, true)).toBe("previous-region")
})

test("typing is sacred: a plain key in a field does nothing, nor does anything while an input method is open", () => {
  expect(shortcutOf(press({ key: "?" }), false, true)).toBeNull()
  expect(shortcutOf(press({ key: "?" }), false, false)).toBe("help")
  expect(shortcutOf(press({ code: "Comma", ctrlKey: true, isComposing: true }), false, true)).toBeNull()
})

test("U31: keys that belong to the system or the browser are not ours", () => {
  for (const key of ["r", "i", "w", "t", "a", "c", "v", "z"]) {
    expect(shortcutOf(press({ key, code: `Key${key.toUpperCase()}`, ctrlKey: true }), false, false)).toBeNull()
    expect(shortcutOf(press({ key, code: `Key${key.toUpperCase()}`, ctrlKey: true, shiftKey: true }), false, false)).toBeNull()
  }
  expect(shortcutOf(press({ key: "F5" }), false, false)).toBeNull()
  // AltGr on Windows arrives as Ctrl+Alt.
  expect(shortcutOf(press({ code: "Digit0", ctrlKey: true, altKey: true }), false, true)).toBeNull()
})
