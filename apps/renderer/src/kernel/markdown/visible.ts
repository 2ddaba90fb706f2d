// Owns: making every character of foreign text either harmless or visible (T21, F28).

const ESC = "\u001b"
const sequences = [
  `${ESC}\\[[0-?]*[ -/]*[@-~]`,
  `${ESC}\\][^\u0007${ESC}]*(?:\u0007|${ESC}\\\\)?`,
  `${ESC}[PX^_][^${ESC}]*(?:${ESC}\\\\)?`,
  `${ESC}[ -/]*[0-~]`,
  "\u009b[0-?]*[ -/]*[@-~]",
]
/** Colours and cursor movements of terminals, window titles, clipboard writes. */
const escapeSequences = new RegExp(sequences.join("|"), "g")
const controls = /(?![\t\n])\p{Cc}/gu
const directions = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** For code, commands and tool output: nothing may change how the rest reads. */
export function visibleText(text: string): string {
  return plainText(text).replace(directions, escaped)
}

/** For prose, where marks of direction are part of right-to-left writing: overrides become visible, the rest stays. */
export function visibleProse(text: string): string {
  return plainText(text).replace(/[\u202d\u202e]/g, escaped)
}

function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(escapeSequences, "")
    .replace(controls, (character) => {
      const code = character.charCodeAt(0)
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "\u2421" : escaped(character)
    })
}

function escaped(character: string): string {
  return `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`
}
