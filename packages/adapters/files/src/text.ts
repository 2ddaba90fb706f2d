// Owns: making anything that was found on a disk safe to show and to send: well-formed, and without characters that a terminal obeys
// or that pretend to be something else (F28, T15).
import { isUtf8 } from "node:buffer"
import { figure } from "@kibitz/contract"

// Everything but tab. Line breaks never get here: lines are split before.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const control = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const controlInLines = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]/
const longestName = 300

/** One line's bytes as text. Bytes that are no UTF-8 are written as \xNN, so that nothing is hidden and nothing is guessed. */
export function showBytes(bytes: Buffer): { text: string; escaped: boolean } {
  if (!isUtf8(bytes)) return { text: showText(showBroken(bytes)), escaped: true }
  const plain = bytes.toString("utf8")
  const text = showText(plain)
  return { text, escaped: text !== plain }
}

/** Whether there is nothing in these lines that `showText` would change, apart from where they end. */
export function isClean(lines: string): boolean {
  return !controlInLines.test(lines)
}

export function showText(text: string): string {
  return text.replace(control, escaped)
}

/** A path or file name in a sentence. */
export function showName(name: string): string {
  const shown = showText(name).replaceAll("\t", "\\x09").toWellFormed()
  return shown.length > longestName ? `${shown.slice(0, longestName).toWellFormed()}…` : shown
}

function escaped(character: string): string {
  const code = character.charCodeAt(0)
  return code > 0xff ? `\\u${code.toString(16)}` : `\\x${code.toString(16).padStart(2, "0")}`
}

function showBroken(bytes: Buffer): string {
  let shown = ""
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes[at] as number)
    const character = bytes.subarray(at, at + length)
    if (length > 0 && character.length === length && isUtf8(character)) {
      shown += character.toString("utf8")
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

export function count(number: number, thing: string): string {
  return `${figure(number)} ${thing}${number === 1 ? "" : "s"}`
}
