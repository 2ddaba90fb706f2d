// Owns: cutting bytes into numbered lines as they come in, from one line on, until there are enough. Keeps of a long line only what
// will be shown of it.
import { isUtf8 } from "node:buffer"
import { count, isClean, showBytes, showText } from "./text.ts"

const OUTPUT_CHARACTERS = 200_000
const LINE_CHARACTERS = 2000
const KEPT_BYTES = LINE_CHARACTERS * 4
const LINE_FEED = 10

export function numberedLines(from: number, wanted: number) {
  const lines: string[] = []
  let number = 1
  let last = 0
  let characters = 0
  let full = false
  let cut = false
  let escaped = false
  // The line that has begun and not ended yet.
  let begun = false
  let kept: Buffer[] = []
  let keptBytes = 0
  let lineBytes = 0

  function add(text: string, whole: boolean, bytes: () => number): void {
    let shown = text
    if (!whole || text.length > LINE_CHARACTERS) {
      shown = `${text.slice(0, LINE_CHARACTERS).toWellFormed()}… [this line has ${count(bytes(), "byte")}; the rest is left out]`
      cut = true
    }
    const numbered = `${String(number).padStart(6)}\t${shown}`
    if (characters + numbered.length > OUTPUT_CHARACTERS && lines.length > 0) {
      full = true
      cut = true
      return
    }
    lines.push(numbered)
    characters += numbered.length + 1
    last = number
    full = lines.length >= wanted
  }

  function endLine(): void {
    if (number >= from && !full) {
      const bytes = kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept)
      const whole = lineBytes === keptBytes
      const line = showBytes(whole ? withoutReturn(bytes) : withoutHalfCharacter(bytes))
      escaped ||= line.escaped
      add(line.text, whole, () => lineBytes)
    }
    number++
    begun = false
    kept = []
    keptBytes = 0
    lineBytes = 0
  }

  /** Whole lines of valid text, which is what nearly every chunk is: decoding them at once is several times quicker than one by one. */
  function takeText(text: string): void {
    const clean = isClean(text)
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf("\n", at)
      if (number >= from && !full) {
        const line = text.slice(at, text.charCodeAt(end - 1) === 13 && end > at ? end - 1 : end)
        const shown = clean && !line.includes("\r") ? line : showText(line)
        escaped ||= shown !== line
        const start = at
        add(shown, true, () => Buffer.byteLength(text.slice(start, end)))
      }
      number++
      at = end + 1
    }
  }

  function takeBytes(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const found = bytes.indexOf(LINE_FEED, at)
      const end = found === -1 ? bytes.length : found
      begun = true
      if (number >= from && !full && keptBytes < KEPT_BYTES) {
        // Copied: the chunk is filled again with what comes next.
        const piece = Buffer.from(bytes.subarray(at, Math.min(end, at + KEPT_BYTES - keptBytes)))
        kept.push(piece)
        keptBytes += piece.length
      }
      lineBytes += end - at
      if (found !== -1) endLine()
      at = end + 1
    }
  }

  /** Passes over whole lines that nobody will see, and says where the next one begins that somebody may. */
  function skip(bytes: Buffer): number {
    if (begun || !(full || number < from)) return 0
    let start = 0
    for (let at = 0; at < bytes.length && (full || number < from); at++) {
      if (bytes[at] !== LINE_FEED) continue
      number++
      start = at + 1
    }
    return start
  }

  function takeRest(bytes: Buffer): void {
    const end = begun || full || number < from ? 0 : bytes.lastIndexOf(LINE_FEED) + 1
    const whole = bytes.subarray(0, end)
    if (end === 0 || !isUtf8(whole)) return takeBytes(bytes)
    takeText(whole.toString("utf8"))
    takeBytes(bytes.subarray(end))
  }

  return {
    take: (bytes: Buffer): void => takeRest(bytes.subarray(skip(bytes))),
    /** A last line without a line break is a line too. */
    end(): void {
      if (begun) endLine()
    },
    isFull: () => full,
    wasCut: () => cut,
    result: () => ({ lines, last, total: number - 1 }),
    notices: () => (escaped ? ["[\\xNN stands for a byte that is no readable text]"] : []),
  }
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes
}

/** The cut may have gone through a character; its first bytes alone would look like damage in the file. */
function withoutHalfCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte >= 0xc0) return bytes.subarray(0, -back)
    if (byte < 0x80) break
  }
  return bytes
}
