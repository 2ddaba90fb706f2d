// Owns: how a binding is written for the eye, for a screen reader and for the menu, on each system.
import { type Os, readChord, thisOs } from "./chord.ts"

const appleSigns: Readonly<Record<string, string>> = {
  Enter: "⏎",
  Backspace: "⌫",
  Delete: "⌦",
  Left: "←",
  Right: "→",
  Up: "↑",
  Down: "↓",
  "-": "−",
}
const otherSigns: Readonly<Record<string, string>> = { Left: "←", Right: "→", Up: "↑", Down: "↓", "-": "−" }

/** ⇧⌘J on Apple's keyboards, Ctrl+Shift+J on others. */
export function shown(binding: string, os: Os = thisOs): string {
  const chord = readChord(binding)
  if (!chord) return binding
  const { ctrl, alt, shift, cmd, key } = chord
  if (os === "other") return binding.slice(0, binding.length - key.length) + (otherSigns[key] ?? key)
  return `${ctrl ? "⌃" : ""}${alt ? "⌥" : ""}${shift ? "⇧" : ""}${cmd ? "⌘" : ""}${appleSigns[key] ?? key}`
}

/** As aria-keyshortcuts wants it: "Control+Shift+J". */
export function spoken(binding: string): string {
  const chord = readChord(binding)
  if (!chord) return binding
  const { ctrl, alt, shift, cmd, key } = chord
  const parts = [ctrl && "Control", alt && "Alt", shift && "Shift", cmd && "Meta", ariaNames[key] ?? key]
  return parts.filter((part) => part !== false).join("+")
}

const ariaNames: Readonly<Record<string, string>> = {
  Esc: "Escape",
  Left: "ArrowLeft",
  Right: "ArrowRight",
  Up: "ArrowUp",
  Down: "ArrowDown",
  "+": "Plus",
}

/** As Electron's menu wants it: "Ctrl+Shift+J", "Command+Plus". */
export function accelerator(binding: string): string {
  const chord = readChord(binding)
  if (!chord) return binding
  const { ctrl, alt, shift, cmd, key } = chord
  const parts = [ctrl && "Ctrl", alt && "Alt", shift && "Shift", cmd && "Command", key === "+" ? "Plus" : key]
  return parts.filter((part) => part !== false).join("+")
}
