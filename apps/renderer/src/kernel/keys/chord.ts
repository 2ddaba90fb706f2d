// Owns: one key with what is held down, as text like "Ctrl+Shift+J": reading it, telling whether a pressed key is it, and what a pressed key is called.
// Letters count by what they print, digits by where they lie, punctuation by either (ux 3).

export type Os = "apple" | "other"

export const thisOs: Os = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform) ? "apple" : "other"

/** Modifiers in this order, then the key: Ctrl+Alt+Shift+Cmd+K. Cmd is only on Apple's keyboards, where Ctrl is the one called control. */
export type Chord = {
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly cmd: boolean
  readonly key: string
}

export type Pressed = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "isComposing" | "keyCode"
> & { getModifierState?(name: string): boolean }

/** Where the punctuation lies that may be bound. Those that need Shift on most keyboards have no place of their own. */
const places: Readonly<Record<string, string>> = {
  ",": "Comma",
  ".": "Period",
  "/": "Slash",
  ";": "Semicolon",
  "'": "Quote",
  "[": "BracketLeft",
  "]": "BracketRight",
  "\\": "Backslash",
  "-": "Minus",
  "=": "Equal",
  "`": "Backquote",
}
const printed = new Set([...Object.keys(places), "?", "+"])
/** The same key elsewhere on the keyboard. */
const numpad: Readonly<Record<string, string>> = { "+": "NumpadAdd", "-": "NumpadSubtract" }
const named: Readonly<Record<string, string>> = {
  Enter: "Enter",
  Esc: "Escape",
  Space: " ",
  Tab: "Tab",
  Backspace: "Backspace",
  Delete: "Delete",
  Home: "Home",
  End: "End",
  PageUp: "PageUp",
  PageDown: "PageDown",
  Left: "ArrowLeft",
  Right: "ArrowRight",
  Up: "ArrowUp",
  Down: "ArrowDown",
}
const names: ReadonlyMap<string, string> = new Map(Object.entries(named).map(([name, key]) => [key, name]))
const functionKey = /^F([1-9]|1\d|2[0-4])$/

/** Null when that is no key, or not written the one way it is written. */
export function readChord(text: string): Chord | null {
  const [, ctrl, alt, shift, cmd, key = ""] = /^(Ctrl\+)?(Alt\+)?(Shift\+)?(Cmd\+)?(.+)$/.exec(text) ?? []
  const isKey = /^[A-Z0-9]$/.test(key) || printed.has(key) || Object.hasOwn(named, key) || functionKey.test(key)
  return isKey ? { ctrl: !!ctrl, alt: !!alt, shift: !!shift, cmd: !!cmd, key } : null
}

export function writeChord({ ctrl, alt, shift, cmd, key }: Chord): string {
  return `${ctrl ? "Ctrl+" : ""}${alt ? "Alt+" : ""}${shift ? "Shift+" : ""}${cmd ? "Cmd+" : ""}${key}`
}

/** Types a character where one can be typed: a letter, a digit, a sign. What can be switched off as a group (WCAG 2.1.4). */
export function isSingleKey(chord: Chord): boolean {
  return !chord.ctrl && !chord.alt && !chord.cmd && isCharacter(chord.key)
}

export function isCharacter(key: string): boolean {
  return /^[A-Z0-9]$/.test(key) || printed.has(key)
}

/** Belongs to the text where one is typing: it writes, moves the cursor or deletes. */
export function isForTyping(chord: Chord, os: Os): boolean {
  if (chord.ctrl || chord.cmd) return false
  if (functionKey.test(chord.key) || chord.key === "Esc") return false
  // Alt writes a sign on Apple's keyboards; elsewhere it goes with arrows only as a command.
  return chord.alt ? os === "apple" : true
}

/** An input method is open, or AltGr is held: what is pressed writes, whatever it looks like. */
export function isWriting(event: Pressed, os: Os): boolean {
  if (event.isComposing || event.keyCode === 229 || event.key === "Process" || event.key === "Dead") return true
  if (os === "apple") return false
  return (event.ctrlKey && event.altKey) || event.getModifierState?.("AltGraph") === true
}

/** "printed": the key says so; "placed": it only lies there. Of two bindings that fit, the printed one is meant: the user reads the key. */
export type Fit = "printed" | "placed" | null

export function fitOf(chord: Chord, event: Pressed, os: Os): Fit {
  const isCmd = os === "apple" && event.metaKey
  if (os === "other" && event.metaKey) return null
  if (chord.ctrl !== event.ctrlKey || chord.alt !== event.altKey || chord.cmd !== isCmd) return null
  const isShift = chord.shift === event.shiftKey
  if (/^[A-Z]$/.test(chord.key)) return isShift && letterOf(event) === chord.key ? "printed" : null
  if (/^[0-9]$/.test(chord.key)) return isShift && digitOf(event) === chord.key ? "printed" : null
  if (printed.has(chord.key)) return fitOfSign(chord, event, isShift)
  return isShift && event.key === (named[chord.key] ?? chord.key) ? "printed" : null
}

function fitOfSign(chord: Chord, event: Pressed, isShift: boolean): Fit {
  // Shift may be what makes the sign.
  if (event.key === chord.key && (isShift || !chord.shift)) return "printed"
  if (isShift && event.code !== "" && event.code === numpad[chord.key]) return "printed"
  // A key that prints a letter is that letter, wherever it lies (Dvorak has W where others have the comma).
  if (letterOf(event) !== null) return null
  // The plus lies above the equals sign, and is meant without Shift too.
  if (chord.key === "+") return event.code === "Equal" && !chord.shift ? "placed" : null
  return isShift && event.code !== "" && event.code === places[chord.key] ? "placed" : null
}

/** Alphabets without these letters, and Alt on Apple's keyboards, print none of them: there the place counts. */
function letterOf({ key, code }: Pressed): string | null {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  const isAscii = key.length === 1 && key.charCodeAt(0) < 128
  return !isAscii && key.length <= 2 ? (/^Key([A-Z])$/.exec(code)?.[1] ?? null) : null
}

/** Shift and other layouts print something else there; a menu presses a key that lies nowhere. */
function digitOf({ key, code }: Pressed): string | null {
  const placed = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
  return placed ?? (code === "" && /^[0-9]$/.test(key) ? key : null)
}

/** What was pressed, to be bound; null for a key that only modifies, or that nothing can be bound to. */
export function chordOf(event: Pressed, os: Os): Chord | null {
  if (isWriting(event, os)) return null
  const key = letterOf(event) ?? digitOf(event) ?? signOf(event) ?? names.get(event.key) ?? event.key
  const needsShift = key === "?" || key === "+"
  const chord = {
    ctrl: event.ctrlKey,
    alt: event.altKey,
    shift: event.shiftKey && !needsShift,
    cmd: os === "apple" && event.metaKey,
    key,
  }
  // What would not be found again must not be offered.
  return readChord(writeChord(chord)) === null || fitOf(chord, event, os) === null ? null : chord
}

function signOf({ key, code }: Pressed): string | null {
  if (printed.has(key)) return key
  if (key.length !== 1) return null
  return Object.entries(places).find(([, place]) => place === code)?.[0] ?? null
}
