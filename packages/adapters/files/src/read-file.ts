// Owns: a piece of a text file as numbered lines. Reads in chunks and stops as soon as it has enough, so that neither a file of 10 GB
// nor a line of 500 MB is ever in memory (T10, F27).
import { closeSync, readSync, read as readWithCallback } from "node:fs"
import { promisify } from "node:util"
import { type Fence, locate, openConfined, type Refusal, refuse } from "./confine.ts"
import { contentHasher, EDITABLE_BYTES, hashLine, noHashLine } from "./content-hash.ts"
import { numberedLines } from "./numbered-lines.ts"
import { count, showName } from "./text.ts"

const readLater = promisify(readWithCallback)

const DEFAULT_LINES = 2000
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
  const opened = openConfined(place, input.path)
  if (!opened.ok) return opened
  const { descriptor, stats } = opened
  const shown = showName(input.path)
  try {
    if (stats.isDirectory()) return refuse(`${shown} is a folder. Use list_directory to see what is in it.`)
    if (!stats.isFile()) return refuse(`${shown} is not a file but a pipe, socket or device. It is not read.`)
    if (stats.size === 0) {
      return { ok: true, output: `[the file is empty]\n${hashLine(contentHasher().end(), 0)}`, bytes: 0 }
    }
    return await readLines(descriptor, stats.size, input, signal)
  } catch (cause) {
    return refuse(`${shown} could not be read to the end (${(cause as NodeJS.ErrnoException).code ?? "unknown error"}).`)
  } finally {
    closeSync(descriptor)
  }
}

/** `output` is what a program printed: shown whatever it is, and nobody edits it. */
export async function readLines(
  descriptor: number,
  size: number,
  input: ReadInput,
  signal: AbortSignal,
  what: "file" | "output" = "file",
): Promise<Output | Refusal> {
  const shown = showName(input.path)
  const page = numberedLines(input.from ?? 1, input.lines ?? DEFAULT_LINES)
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1))
  const hasher = what === "file" && size <= EDITABLE_BYTES ? contentHasher() : null
  let position = 0
  let enough = false
  for (;;) {
    if (signal.aborted) return refuse(`Reading ${shown} was stopped.`)
    const bytesRead = await fill(chunk, descriptor, position)
    if (position === 0 && what === "file") {
      const binary = whyBinary(chunk.subarray(0, bytesRead))
      if (binary !== null) return refuse(`${shown} is ${binary} of ${count(size, "byte")}, not text that could be shown.`)
    }
    position += bytesRead
    page.take(chunk.subarray(0, bytesRead))
    hasher?.update(chunk.subarray(0, bytesRead))
    if (bytesRead < chunk.length) break
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
  if (what === "file") notices.push(hasher !== null && atEnd ? hashLine(hasher.end(), total) : noHashLine)
  const output = [...lines, ...notices].join("\n")
  const shownBytes = Buffer.byteLength(output)
  return { ok: true, output, bytes: page.wasCut() ? Math.max(size, shownBytes) : shownBytes }
}

/** All of it, or null when it was stopped or is longer than that. */
export async function readWhole(descriptor: number, longest: number, signal: AbortSignal): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  for (let position = 0; position <= longest; ) {
    if (signal.aborted) return null
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const bytesRead = await fill(chunk, descriptor, position)
    if (bytesRead === 0) return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
    pieces.push(chunk.subarray(0, bytesRead))
    position += bytesRead
  }
  return null
}

/** The first chunk is read directly: for most files it is all there is. The others let the app breathe in between. */
async function fill(chunk: Buffer, descriptor: number, position: number): Promise<number> {
  if (position === 0) return readSync(descriptor, chunk, 0, chunk.length, 0)
  return (await readLater(descriptor, chunk, 0, chunk.length, position)).bytesRead
}

export function whyBinary(start: Buffer): string | null {
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) return "UTF-16 text"
  return start.subarray(0, 8192).includes(0) ? "a binary file" : null
}
