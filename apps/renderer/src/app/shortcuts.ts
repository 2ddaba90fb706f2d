// Owns: the keys that work everywhere on this screen, and how they are written. Keys of one field live with that field.

export const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform)

export type Shortcut =
  | "settings"
  | "help"
  | "agents"
  | "attention"
  | "attention-back"
  | "stop"
  | "larger"
  | "smaller"
  | "normal"
  | "next-region"
  | "previous-region"

type Keys = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "isComposing">

/** Letters by what they print, digits and punctuation by where they are (ux 3), or by what they print: the menu presses keys without a place. */
export function shortcutOf(event: Keys, apple: boolean, isTyping: boolean): Shortcut | null {
  if (event.isComposing) return null
  const mod = apple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (event.key === "F6" && !mod) return event.shiftKey ? "previous-region" : "next-region"
  if (event.key === "F1" && !apple) return "help"
  if (event.key === "?" && !mod && !isTyping) return "help"
  if (!mod || event.altKey) return null
  if (event.code === "Comma" || event.key === ",") return "settings"
  if (apple && event.code === "Slash") return "help"
  if (event.key.toLowerCase() === "k" && !event.shiftKey) return "agents"
  if (event.key.toLowerCase() === "j") return event.shiftKey ? "attention-back" : "attention"
  if (apple && event.code === "Period" && !event.shiftKey) return "stop"
  if (!apple && event.key === "Backspace" && event.shiftKey) return "stop"
  if (event.code === "Equal" || event.code === "NumpadAdd" || event.key === "=" || event.key === "+") return "larger"
  if (event.code === "Minus" || event.code === "NumpadSubtract" || event.key === "-") return "smaller"
  if ((event.code === "Digit0" || event.key === "0") && !event.shiftKey) return "normal"
  return null
}

const hints: Record<Shortcut, readonly [string, string]> = {
  settings: ["Ctrl+,", "⌘,"],
  help: ["F1", "⌘/"],
  agents: ["Ctrl+K", "⌘K"],
  attention: ["Ctrl+J", "⌘J"],
  "attention-back": ["Ctrl+Shift+J", "⇧⌘J"],
  stop: ["Ctrl+Shift+Backspace", "⌘."],
  larger: ["Ctrl++", "⌘+"],
  smaller: ["Ctrl+−", "⌘−"],
  normal: ["Ctrl+0", "⌘0"],
  "next-region": ["F6", "F6"],
  "previous-region": ["Shift+F6", "⇧F6"],
}

export function keyHint(shortcut: Shortcut, apple = isApple): string {
  return hints[shortcut][apple ? 1 : 0]
}
