// Owns: making anything that was found on a disk safe to show and to send: well-formed, and without characters that a terminal obeys
// or that pretend to be something else (F28, T15).
import { isUtf8 } from "node:buffer"

// Everything but tab. Line breaks never get here: lines are split before.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const control = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/g
const longestName = 300

/** One line's bytes as text. Bytes that are no UTF-8 are written as \xNN, so that nothing is hidden and nothing is guessed. */
export function showBytes(bytes: Uint8Array): string {
  return showText(
    isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8") : showBroken(bytes),
  )
}

export function showText(text: string): string {
  return control.test(text) ? text.replace(control, escape) : text
}

/** A path or file name in a sentence. */
export function showName(name: string): string {
  const shown = showText(name).replaceAll("\t", "\\x09").toWellFormed()
  return shown.length > longestName ? `${shown.slice(0, longestName).toWellFormed()}…` : shown
}

function escape(character: string): string {
  const code = character.charCodeAt(0)
  return code > 0xff ? `\\u${code.toString(16)}` : `\\x${code.toString(16).padStart(2, "0")}`
}

function showBroken(bytes: Uint8Array): string {
  let shown = ""
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes[at] as number)
    const character = bytes.subarray(at, at + length)
    if (length > 0 && character.length === length && isUtf8(character)) {
      shown += Buffer.from(character).toString("utf8")
      at += length
    } else {
      shown += `\\x${(bytes[at] as number).toString(16).padStart(2, "0")}`
      at++
    }
  }
  return shown
}

function characterLength(first: number): number {
  if (first < 0x80) return 1
  if (first >= 0xc2 && first < 0xe0) return 2
  if (first >= 0xe0 && first < 0xf0) return 3
  return first >= 0xf0 && first < 0xf5 ? 4 : 0
}
