// Owns: what a program printed, as text that is well-formed and that no terminal obeys (F28, T15). Bytes that are no UTF-8 are written as
// \xNN; colours are left out, line ends are made one kind, every other control character is made visible.
import { isUtf8 } from "node:buffer"

type Piece = { readonly text: string; readonly bytes: number }

/** As many characters as fit, from the front, and how many bytes they stand for. */
export function shownFront(bytes: Buffer, limit: number): Piece {
  const start = bytes.subarray(0, limit)
  if (isPlain(start)) return { text: start.toString("latin1"), bytes: start.length }
  const pieces = piecesOf(bytes)
  let text = ""
  let used = 0
  for (const piece of pieces) {
    if (text.length + piece.text.length > limit) break
    text += piece.text
    used += piece.bytes
  }
  return { text, bytes: used }
}

/** The same from the back. A character whose beginning was cut off is left out. */
export function shownBack(bytes: Buffer, limit: number): Piece {
  const end = bytes.subarray(Math.max(0, bytes.length - limit))
  if (isPlain(end)) return { text: end.toString("latin1"), bytes: end.length }
  const pieces = piecesOf(bytes.subarray(continuationBytes(bytes)))
  const kept: string[] = []
  let length = 0
  let used = 0
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at] as Piece
    if (length + piece.text.length > limit) break
    kept.push(piece.text)
    length += piece.text.length
    used += piece.bytes
  }
  return { text: kept.reverse().join(""), bytes: used }
}

/** How many bytes at the end are the beginning of a character of which more is to come. */
export function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte >= 0xc0) return characterLength(byte) > back ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

export function shownText(bytes: Buffer): string {
  if (isPlain(bytes)) return bytes.toString("latin1")
  return piecesOf(bytes)
    .map(({ text }) => text)
    .join("")
}

/** Most output is this, and needs no further look. */
function isPlain(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte > 0x7e || (byte < 0x20 && byte !== 0x0a && byte !== 0x09)) return false
  return true
}

function piecesOf(bytes: Buffer): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < bytes.length; ) {
    const piece = pieceAt(bytes, at)
    pieces.push(piece)
    at += piece.bytes
  }
  return pieces
}

function pieceAt(bytes: Buffer, at: number): Piece {
  const first = bytes[at] as number
  if (first === 0x0a || first === 0x09 || (first >= 0x20 && first < 0x7f)) return { text: String.fromCharCode(first), bytes: 1 }
  if (first === 0x0d) return bytes[at + 1] === 0x0a ? { text: "\n", bytes: 2 } : { text: "\n", bytes: 1 }
  if (first === 0x1b) return escapeAt(bytes, at)
  const length = characterLength(first)
  const character = bytes.subarray(at, at + length)
  if (length < 2 || character.length < length || !isUtf8(character)) return { text: hex(first), bytes: 1 }
  const text = character.toString("utf8")
  return { text: isInvisible(text.codePointAt(0) as number) ? `\\u{${text.codePointAt(0)?.toString(16)}}` : text, bytes: length }
}

/** Colours and "erase to the end of the line" say nothing; any other sequence is shown, so that nothing is hidden. */
function escapeAt(bytes: Buffer, at: number): Piece {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  const sequence = /^\x1b\[[0-9;:]*[mK]/.exec(bytes.toString("latin1", at, at + 40))?.[0]
  return sequence === undefined ? { text: "\\x1b", bytes: 1 } : { text: "", bytes: sequence.length }
}

/** C1 controls, line and paragraph separators, marks that turn the direction of text, and what has no width. */
function isInvisible(code: number): boolean {
  return (
    (code >= 0x80 && code < 0xa0) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff
  )
}

function continuationBytes(bytes: Buffer): number {
  let count = 0
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count++
  return count
}

function characterLength(first: number): number {
  if (first < 0xc2) return 1
  if (first < 0xe0) return 2
  if (first < 0xf0) return 3
  return first < 0xf5 ? 4 : 1
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`
}
