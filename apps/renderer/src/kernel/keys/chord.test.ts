import fc from "fast-check"
import { expect, test } from "vitest"
import { type Chord, chordOf, fitOf, isSingleKey, isWriting, type Os, type Pressed, readChord, writeChord } from "./chord.ts"
import { accelerator, shown, spoken } from "./shown.ts"
import { press } from "./testing/press.ts"

const key = (text: string): Chord => readChord(text) ?? expect.fail(text)
const fits = (text: string, keys: Partial<Pressed>, os: Os = "other") => fitOf(key(text), press(keys), os) !== null

test("U31: letters count by what they print, wherever they lie", () => {
  expect(fits("Ctrl+J", { key: "j", code: "KeyC", ctrlKey: true })).toBe(true)
  expect(fits("Ctrl+C", { key: "j", code: "KeyC", ctrlKey: true })).toBe(false)
  expect(fits("Ctrl+Shift+J", { key: "J", code: "KeyJ", ctrlKey: true, shiftKey: true })).toBe(true)
  // Caps lock prints a capital without Shift.
  expect(fits("Ctrl+J", { key: "J", code: "KeyJ", ctrlKey: true })).toBe(true)
  expect(fits("Ctrl+J", { key: "j", code: "KeyJ", ctrlKey: true, shiftKey: true })).toBe(false)
})

test("an alphabet without these letters: the place counts", () => {
  expect(fits("Ctrl+J", { key: "о", code: "KeyJ", ctrlKey: true })).toBe(true)
  expect(fits("Alt+J", { key: "∆", code: "KeyJ", altKey: true }, "apple")).toBe(true)
})

test("U31: digits count by where they lie, whatever Shift or the layout prints there", () => {
  expect(fits("Ctrl+1", { key: "&", code: "Digit1", ctrlKey: true })).toBe(true)
  expect(fits("Shift+1", { key: "!", code: "Digit1", shiftKey: true })).toBe(true)
  expect(fits("Shift+1", { key: "1", code: "Digit1", shiftKey: true })).toBe(true)
  expect(fits("1", { key: "1", code: "Digit1", shiftKey: true })).toBe(false)
  expect(fits("0", { key: "0", code: "Numpad0" })).toBe(true)
})

test("U31: punctuation counts by where it lies, or by what is printed on the key, and then that is meant", () => {
  expect(fits("Ctrl+,", { key: ";", code: "Comma", ctrlKey: true })).toBe(true)
  expect(fits("Ctrl+,", { key: ",", code: "KeyM", ctrlKey: true })).toBe(true)
  // The minus of a German keyboard lies where others have the slash.
  const german = press({ key: "-", code: "Slash", metaKey: true })
  expect(fitOf(key("Cmd+-"), german, "apple")).toBe("printed")
  expect(fitOf(key("Cmd+/"), german, "apple")).toBe("placed")
  // The W of a Dvorak keyboard lies where others have the comma.
  expect(fits("Ctrl+,", { key: "w", code: "Comma", ctrlKey: true })).toBe(false)
  expect(fits("+", { key: "=", code: "Equal" })).toBe(true)
  expect(fits("+", { key: "+", code: "Equal", shiftKey: true })).toBe(true)
  expect(fits("Ctrl++", { key: "+", code: "NumpadAdd", ctrlKey: true })).toBe(true)
  expect(fits("?", { key: "?", code: "Slash", shiftKey: true })).toBe(true)
  expect(fits("?", { key: "ß", code: "Minus" })).toBe(false)
})

test("no more and no fewer modifiers than it says", () => {
  expect(fits("F6", { key: "F6" })).toBe(true)
  expect(fits("F6", { key: "F6", shiftKey: true })).toBe(false)
  expect(fits("Ctrl+K", { key: "k", code: "KeyK", ctrlKey: true, metaKey: true })).toBe(false)
  expect(fits("Cmd+K", { key: "k", code: "KeyK", metaKey: true }, "apple")).toBe(true)
  expect(fits("Ctrl+Cmd+M", { key: "m", code: "KeyM", metaKey: true }, "apple")).toBe(false)
})

test("what an input method or AltGr makes is text", () => {
  expect(isWriting(press({ key: "j", isComposing: true }), "other")).toBe(true)
  expect(isWriting(press({ key: "Process", keyCode: 229 }), "other")).toBe(true)
  expect(isWriting(press({ key: "€", ctrlKey: true, altKey: true }), "other")).toBe(true)
  expect(isWriting(press({ key: "@", getModifierState: (name) => name === "AltGraph" }), "other")).toBe(true)
  expect(isWriting(press({ key: "m", ctrlKey: true, altKey: true }), "apple")).toBe(false)
})

test("which keys type a character", () => {
  expect(["A", "Shift+N", "1", "?", "+", "Shift+1"].map((text) => isSingleKey(key(text)))).toEqual(Array(6).fill(true))
  expect(["Ctrl+A", "Enter", "Space", "F6", "Esc", "Alt+Left", "Cmd+K"].map((text) => isSingleKey(key(text)))).toEqual(
    Array(7).fill(false),
  )
})

test("what is pressed is called what it will be found by", () => {
  const strokes = fc.record({
    key: fc.constantFrom(
      "a",
      "Z",
      "1",
      "!",
      ",",
      "<",
      "?",
      "+",
      "=",
      "-",
      "F7",
      "Enter",
      " ",
      "ArrowUp",
      "о",
      "é",
      "Shift",
      "Dead",
    ),
    code: fc.constantFrom("KeyA", "KeyZ", "Digit1", "Comma", "Slash", "Equal", "Minus", "F7", "Enter", "Space", "ArrowUp", ""),
    ctrlKey: fc.boolean(),
    metaKey: fc.boolean(),
    shiftKey: fc.boolean(),
    altKey: fc.boolean(),
  })
  let found = 0
  fc.assert(
    fc.property(strokes, fc.constantFrom<Os>("apple", "other"), (keys, os) => {
      const event = press(keys)
      const chord = chordOf(event, os)
      if (!chord) return
      found += 1
      expect(readChord(writeChord(chord))).toEqual(chord)
      expect(fitOf(chord, event, os), writeChord(chord)).not.toBeNull()
    }),
  )
  expect(found).toBeGreaterThan(10)
})

test("a key is written as each system writes it", () => {
  expect(shown("Shift+Cmd+J", "apple")).toBe("⇧⌘J")
  expect(shown("Ctrl+Cmd+M", "apple")).toBe("⌃⌘M")
  expect(shown("Ctrl+Shift+J", "other")).toBe("Ctrl+Shift+J")
  expect(shown("Alt+Left", "other")).toBe("Alt+←")
  expect(shown("Ctrl+-", "other")).toBe("Ctrl+−")
  expect(shown("Shift+Enter", "apple")).toBe("⇧⏎")
  expect(spoken("Ctrl++")).toBe("Control+Plus")
  expect(spoken("Shift+Cmd+J")).toBe("Shift+Meta+J")
  expect(accelerator("Cmd++")).toBe("Command+Plus")
  expect(accelerator("Alt+Left")).toBe("Alt+Left")
})
