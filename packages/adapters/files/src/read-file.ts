// Owns: a piece of a text file as numbered lines. Reads in chunks and stops as soon as it has enough, so that neither a file of 10 GB
// nor a line of 500 MB is ever in memory (T10, F27).
import type { FileHandle } from "node:fs/promises"
import { type Fence, locate, openConfined, type Refusal, refuse } from "./confine.ts"
import { showBytes, showName } from "./text.ts"

const DEFAULT_LINES = 2000
const OUTPUT_CHARACTERS = 200_000
const LINE_CHARACTERS = 2000
const CHUNK_BYTES = 256 * 1024
/** How far into a file we look for the line that was asked for. */
const SEARCH_BYTES = 256 * 1024 * 1024
/** How far we read on, just to be able to say how many lines there are. */
const COUNT_BYTES = 8 * 1024 * 1024

export type ReadInput = { readonly path: string; readonly from?: number | undefined; readonly lines?: number | undefined }
export type Output = { readonly ok: true; readonly output: string; readonly bytes: number }

export async function readFile(fence: Fence, input: ReadInput, signal: AbortSignal): Promise<Output | Refusal> {
  const place = await locate(fence, input.path)
  if (!place.ok) return place
  const opened = await openConfined(place, input.path)
  if (!opened.ok) return opened
  const { handle, stats } = opened
  const shown = showName(input.path)
  try {
    if (stats.isDirectory()) return refuse(`${shown} is a folder. Use list_directory to see what is in it.`)
    if (!stats.isFile()) return refuse(`${shown} is not a file but a pipe, socket or device. It is not read.`)
    if (stats.size === 0) return { ok: true, output: "[the file is empty]", bytes: 0 }
    return await readLines(handle, stats.size, input, signal)
  } catch (cause) {
    return refuse(`${shown} could not be read to the end (${(cause as NodeJS.ErrnoException).code ?? "unknown error"}).`)
  } finally {
    await handle.close()
  }
}

async function readLines(handle: FileHandle, size: number, input: ReadInput, signal: AbortSignal): Promise<Output | Refusal> {
  const shown = showName(input.path)
  const page = pageOf(input.from ?? 1, input.lines ?? DEFAULT_LINES)
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1))
  let position = 0
  let enough = false
  for (;;) {
    if (signal.aborted) return refuse(`Reading ${shown} was stopped.`)
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (position === 0) {
      const binary = whyBinary(chunk.subarray(0, bytesRead))
      if (binary !== null) return refuse(`${shown} is ${binary} of ${count(size, "byte")}, not text that could be shown.`)
    }
    if (bytesRead === 0) break
    position += bytesRead
    page.take(chunk.subarray(0, bytesRead))
    enough = page.isFull()
    if (enough && (size > COUNT_BYTES || position > COUNT_BYTES)) break
    if (!enough && position >= SEARCH_BYTES) break
  }
  const atEnd = position >= size
  if (atEnd) page.end()
  const { lines, last, total } = page.result()
  if (lines.length === 0) {
    const because = atEnd
      ? `it has ${count(total, "line")}`
      : `that line lies beyond the first ${count(SEARCH_BYTES, "byte")}, which is as far as is searched`
    return refuse(`There is no line ${input.from ?? 1} in ${shown}: ${because}.`)
  }
  const notices = page.notices()
  if (!atEnd || last < total) {
    const whole = atEnd ? `${total}` : `more, in ${count(size, "byte")}`
    notices.push(`[lines ${input.from ?? 1} to ${last} of ${whole}; use from: ${last + 1} to go on]`)
  }
  const output = [...lines, ...notices].join("\n")
  const shownBytes = Buffer.byteLength(output)
  return { ok: true, output, bytes: page.wasCut() ? Math.max(size, shownBytes) : shownBytes }
}

/** Gathers the lines from `from` on as bytes come in. Keeps of a long line only what will be shown of it. */
function pageOf(from: number, wanted: number) {
  const keepBytes = LINE_CHARACTERS * 4
  const lines: string[] = []
  let number = 1
  let characters = 0
  let full = false
  let cut = false
  let last = 0
  let begun = false
  let kept: Buffer[] = []
  let keptBytes = 0
  let lineBytes = 0
  let sawBroken = false

  function endLine(): void {
    if (number >= from && !full) show()
    number++
    begun = false
    kept = []
    keptBytes = 0
    lineBytes = 0
  }

  function show(): void {
    const bytes = kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept)
    const whole = lineBytes === keptBytes
    let text = showBytes(whole ? withoutReturn(bytes) : withoutHalfCharacter(bytes))
    sawBroken ||= text.includes("\\x") && !bytes.includes("\\x")
    if (!whole || text.length > LINE_CHARACTERS) {
      text = `${text.slice(0, LINE_CHARACTERS).toWellFormed()}… [this line has ${count(lineBytes, "byte")}; the rest is left out]`
      cut = true
    }
    const numbered = `${String(number).padStart(6)}\t${text}`
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

  return {
    take(bytes: Buffer): void {
      for (let at = 0; at < bytes.length; ) {
        const found = bytes.indexOf(10, at)
        const end = found === -1 ? bytes.length : found
        begun = true
        if (number >= from && !full && keptBytes < keepBytes) {
          // Copied: the chunk is filled again with what comes next.
          const piece = Buffer.from(bytes.subarray(at, Math.min(end, at + keepBytes - keptBytes)))
          kept.push(piece)
          keptBytes += piece.length
        }
        lineBytes += end - at
        if (found !== -1) endLine()
        at = end + 1
      }
    },
    /** A last line without a line break is a line too. */
    end(): void {
      if (begun) endLine()
    },
    isFull: () => full,
    wasCut: () => cut,
    result: () => ({ lines, last, total: number - 1 }),
    notices: () => (sawBroken ? ["[\\xNN stands for a byte that is no readable text]"] : []),
  }
}

function whyBinary(start: Buffer): string | null {
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) return "UTF-16 text"
  return start.subarray(0, 8192).includes(0) ? "a binary file" : null
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes
}

/** The cut may have gone through a character; its first bytes alone would look like damage in the file. */
function withoutHalfCharacter(bytes: Buffer): Buffer {
  let end = bytes.length
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte >= 0xc0) {
      end = bytes.length - back
      break
    }
    if (byte < 0x80) break
  }
  return bytes.subarray(0, end)
}

function count(number: number, thing: string): string {
  return `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`
}
