// Owns: cutting bytes into numbered lines as they come in, from one line on, until there are enough. Keeps of a long line only what
// will be shown of it.
import { isUtf8 } from "node:buffer"
import { count, isClean, showBytes, showText } from "./text.ts"

const OUTPUT_CHARACTERS = 200_000
const LINE_CHARACTERS = 2000
const KEPT_BYTES = LINE_CHARACTERS * 4
const LINE_FEED = 10

export function numberedLines(from: number, wanted: number): NumberedLines {
  return new NumberedLines(from, wanted)
}

class NumberedLines {
  private readonly from: number
  private readonly page: Page
  private readonly begun = new BegunLine()
  private number = 1
  private escaped = false

  constructor(from: number, wanted: number) {
    this.from = from
    this.page = new Page(wanted)
  }

  take(bytes: Buffer): void {
    this.takeRest(bytes.subarray(this.skip(bytes)))
  }

  /** A last line without a line break is a line too. */
  end(): void {
    if (this.begun.isBegun) this.endLine()
  }

  isFull(): boolean {
    return this.page.full
  }

  wasCut(): boolean {
    return this.page.cut
  }

  result(): { readonly lines: readonly string[]; readonly last: number; readonly total: number } {
    return { lines: this.page.lines, last: this.page.last, total: this.number - 1 }
  }

  notices(): string[] {
    return this.escaped ? ["[\\xNN stands for a byte that is no readable text]"] : []
  }

  private isWanted(): boolean {
    return this.number >= this.from && !this.page.full
  }

  /** Passes over whole lines that nobody will see, and says where the first line begins that somebody may see. */
  private skip(bytes: Buffer): number {
    if (this.begun.isBegun || this.isWanted()) return 0
    let start = 0
    for (let at = 0; at < bytes.length && !this.isWanted(); at++) {
      if (bytes[at] !== LINE_FEED) continue
      this.number++
      start = at + 1
    }
    return start
  }

  private takeRest(bytes: Buffer): void {
    const end = this.begun.isBegun || !this.isWanted() ? 0 : bytes.lastIndexOf(LINE_FEED) + 1
    const whole = bytes.subarray(0, end)
    if (end === 0 || !isUtf8(whole)) return this.takeBytes(bytes)
    this.takeText(whole.toString("utf8"))
    this.takeBytes(bytes.subarray(end))
  }

  /** Whole lines of valid text, which is what nearly every chunk is: decoding them at once is several times quicker than one by one. */
  private takeText(text: string): void {
    const clean = isClean(text)
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf("\n", at)
      if (this.isWanted()) {
        const line = text.slice(at, text.charCodeAt(end - 1) === 13 && end > at ? end - 1 : end)
        const shown = clean && !line.includes("\r") ? line : showText(line)
        this.escaped ||= shown !== line
        const start = at
        this.page.add(this.number, shown, true, () => Buffer.byteLength(text.slice(start, end)))
      }
      this.number++
      at = end + 1
    }
  }

  private takeBytes(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const found = bytes.indexOf(LINE_FEED, at)
      const end = found === -1 ? bytes.length : found
      this.begun.take(bytes, at, end, this.isWanted())
      if (found !== -1) this.endLine()
      at = end + 1
    }
  }

  private endLine(): void {
    const { begun } = this
    if (this.isWanted()) {
      const line = begun.show()
      this.escaped ||= line.escaped
      this.page.add(this.number, line.text, begun.isWhole(), () => begun.bytes)
    }
    this.number++
    begun.clear()
  }
}

/** The lines that will be shown, until there are enough of them. */
class Page {
  readonly lines: string[] = []
  /** The number of the last line of them. */
  last = 0
  full = false
  /** Something of what was asked for is left out. */
  cut = false
  private readonly wanted: number
  private characters = 0

  constructor(wanted: number) {
    this.wanted = wanted
  }

  /** `bytes`: how long the line is, asked for only where that has to be told. */
  add(number: number, text: string, whole: boolean, bytes: () => number): void {
    let shown = text
    if (!whole || text.length > LINE_CHARACTERS) {
      shown = `${text.slice(0, LINE_CHARACTERS).toWellFormed()}… [this line has ${count(bytes(), "byte")}; the rest is left out]`
      this.cut = true
    }
    const numbered = `${String(number).padStart(6)}\t${shown}`
    if (this.characters + numbered.length > OUTPUT_CHARACTERS && this.lines.length > 0) {
      this.full = true
      this.cut = true
      return
    }
    this.lines.push(numbered)
    this.characters += numbered.length + 1
    this.last = number
    this.full = this.lines.length >= this.wanted
  }
}

/** The line that has begun and not ended yet. */
class BegunLine {
  isBegun = false
  /** How long it is so far, with what is not kept. */
  bytes = 0
  private kept: Buffer[] = []
  private keptBytes = 0

  take(chunk: Buffer, start: number, end: number, isWanted: boolean): void {
    this.isBegun = true
    if (isWanted && this.keptBytes < KEPT_BYTES) {
      // Copied: the chunk is filled again with what comes next.
      const piece = Buffer.from(chunk.subarray(start, Math.min(end, start + KEPT_BYTES - this.keptBytes)))
      this.kept.push(piece)
      this.keptBytes += piece.length
    }
    this.bytes += end - start
  }

  isWhole(): boolean {
    return this.bytes === this.keptBytes
  }

  show(): ReturnType<typeof showBytes> {
    const bytes = this.kept.length === 1 ? (this.kept[0] as Buffer) : Buffer.concat(this.kept)
    return showBytes(this.isWhole() ? withoutReturn(bytes) : withoutHalfCharacter(bytes))
  }

  clear(): void {
    this.isBegun = false
    this.bytes = 0
    this.kept = []
    this.keptBytes = 0
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
