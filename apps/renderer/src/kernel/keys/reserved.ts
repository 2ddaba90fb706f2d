// Owns: the keys that are not ours on each system: the system's own, those of text fields, those of input methods, and those that would reload the
// window in other programs. Nothing may be bound to them, by us or by the user.
import { type Chord, isCharacter, isSingleKey, type Os, readChord, writeChord } from "./chord.ts"

const both = ["Tab", "Shift+Tab", "F5", "Ctrl+Space"]

export const reserved: Readonly<Record<Os, readonly string[]>> = {
  other: [
    ...both,
    // Reload and developer tools elsewhere: a habit that must not do something else here.
    ...["Ctrl+R", "Ctrl+Shift+R", "Ctrl+Shift+I", "Ctrl+F5", "F12"],
    // Text fields.
    ...["Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Y", "Ctrl+Z", "Ctrl+Shift+V", "Ctrl+Shift+Z"],
    // Input methods, on Linux and on Windows.
    ...["Ctrl+.", "Ctrl+;", "Ctrl+Shift+U", "Ctrl+Shift+E", "Ctrl+Shift+0", "Ctrl+Shift+Space"],
    // The system.
    ...["Alt+F4", "Alt+Tab", "Alt+Shift+Tab", "Alt+Space", "Alt+Esc", "Ctrl+Esc", "Ctrl+Shift+Esc", "F10", "Shift+F10"],
    ...["Ctrl+Alt+Left", "Ctrl+Alt+Right", "Ctrl+Alt+Up", "Ctrl+Alt+Down", "Ctrl+Alt+Delete"],
  ],
  apple: [
    ...both,
    ...["Cmd+R", "Shift+Cmd+R", "Alt+Cmd+I"],
    ...["Cmd+A", "Cmd+C", "Cmd+V", "Cmd+X", "Cmd+Z", "Shift+Cmd+Z", "Shift+Cmd+V", "Alt+Shift+Cmd+V"],
    // Hide, minimise, quit, switch, force to quit.
    ...["Cmd+H", "Cmd+M", "Alt+Cmd+H", "Alt+Cmd+M", "Cmd+Q", "Shift+Cmd+Q", "Cmd+Tab", "Shift+Cmd+Tab", "Cmd+`", "Alt+Cmd+Esc"],
    // Screenshots, Spotlight, lock, signs, dictionary, help.
    ...["Shift+Cmd+3", "Shift+Cmd+4", "Shift+Cmd+5", "Cmd+Space", "Alt+Cmd+Space", "Ctrl+Cmd+Space", "Ctrl+Cmd+Q", "Ctrl+Cmd+D"],
    "Shift+Cmd+/",
    // Services.
    ...["Shift+Cmd+M", "Shift+Cmd+A"],
    // Mission Control.
    ...["Ctrl+Up", "Ctrl+Down", "Ctrl+Left", "Ctrl+Right"],
  ],
}

/** Why nothing can be bound to this; null when it is free. */
export function whyReserved(binding: string, os: Os): string | null {
  const chord = readChord(binding)
  if (!chord) return "That is not a key Kibitz can listen to."
  if (reserved[os].includes(binding)) return "The system or text fields use this key."
  if (os === "other" && chord.ctrl && chord.alt && isCharacter(chord.key)) return "Ctrl+Alt is AltGr, which types characters."
  if (os === "other" && chord.cmd) return "There is no Cmd on this keyboard."
  if (os === "apple" && isOptionSign(chord)) return "Option types characters; add ⌘ or ⌃."
  if (chord.key === "Esc" && isBare(chord)) return "Esc always leads out."
  if (chord.key === "Backspace" && isBare(chord)) return "Backspace deletes."
  return null
}

function isBare(chord: Chord): boolean {
  return writeChord(chord) === chord.key
}

function isOptionSign(chord: Chord): boolean {
  return chord.alt && isSingleKey({ ...chord, alt: false })
}
