// Owns: the pages of a database and of its write-ahead log, read without SQLite, for a journal that SQLite refuses. Nothing of the file is believed but its
// size: a page is found by where it lies. Must not run in the process that holds the journal: see open.ts.
import { closeSync, fstatSync, openSync, readSync } from "node:fs"

/** Every journal is founded with this size; SQLite's own note of it is on the page that may be damaged. */
export const PAGE_BYTES = 4096
const LOG_HEADER = 32
const FRAME_HEADER = 24
const FRAME = FRAME_HEADER + PAGE_BYTES

/** Where a page begins. Places on it are counted on from there. */
export type Address = number

export type RawPages = {
  /** Every version of every page that was committed, the newest first. Also what a damaged frame of the log holds: much of it may be whole. */
  all(): Iterable<{ readonly address: Address; readonly page: Buffer }>
  /** The page on which that place lies, and where on it. */
  at(address: Address): { readonly page: Buffer; readonly start: number }
  /** The newest version of a page outside damaged frames. Null when there is none. */
  newest(page: number): Buffer | null
  close(): void
}

type File = { read(at: number, length: number): Buffer; readonly size: number; close(): void }

export function openRawPages(file: string): RawPages {
  const main = openFile(file)
  const log = openFile(`${file}-wal`)
  const frames = committedFrames(log)
  const newestFrame = new Map(frames.flatMap(({ page, at, isWhole }) => (isWhole ? [[page, at]] : [])))
  const pages = Math.ceil(main.size / PAGE_BYTES)

  /** The pages of the journal come first, then the frames of the log. */
  const read = (number: number) =>
    number < pages ? main.read(number * PAGE_BYTES, PAGE_BYTES) : log.read((frames[number - pages] as Frame).at, PAGE_BYTES)

  return {
    *all() {
      for (let number = pages + frames.length - 1; number >= 0; number--) {
        yield { address: number * PAGE_BYTES, page: read(number) }
      }
    },
    at: (address) => ({ page: read(Math.floor(address / PAGE_BYTES)), start: address % PAGE_BYTES }),
    newest(page) {
      const at = newestFrame.get(page)
      if (at !== undefined) return log.read(at, PAGE_BYTES)
      return page >= 1 && page <= pages ? main.read((page - 1) * PAGE_BYTES, PAGE_BYTES) : null
    },
    close() {
      main.close()
      log.close()
    },
  }
}

/** `isWhole`: its checksum is right. If not, its page number may be wrong too. */
type Frame = { readonly page: number; readonly at: number; readonly isWhole: boolean }

/**
 * The frames of the log up to the last whole one that ends a transaction. SQLite stops at the first frame whose checksum is wrong; here that frame alone counts as
 * damaged: the next one continues from the checksum that is written in it or, if that is what was damaged, from the one it should have.
 */
function committedFrames(log: File): Frame[] {
  const header = log.read(0, LOG_HEADER)
  const magic = header.readUInt32BE(0)
  if (log.size < LOG_HEADER || (magic & 0xfffffffe) >>> 0 !== 0x377f0682) return []
  const sum = checksumIn(magic === 0x377f0683)
  const salt = header.subarray(16, 24)
  const found: Frame[] = []
  let committed = 0
  /** What the next frame may continue from. */
  let before: readonly Sums[] = [[header.readUInt32BE(24), header.readUInt32BE(28)]]
  for (let at = LOG_HEADER; at + FRAME <= log.size; at += FRAME) {
    const frame = log.read(at, FRAME)
    // What follows is left from before the log was begun again.
    if (!frame.subarray(8, 16).equals(salt)) break
    const stated: Sums = [frame.readUInt32BE(16), frame.readUInt32BE(20)]
    const computed = before.map((each) => sum(sum(each, frame.subarray(0, 8)), frame.subarray(FRAME_HEADER)))
    const isWhole = computed.some(([a, b]) => a === stated[0] && b === stated[1])
    before = isWhole ? [stated] : [stated, ...computed.slice(0, 1)]
    found.push({ page: frame.readUInt32BE(0), at: at + FRAME_HEADER, isWhole })
    if (isWhole && frame.readUInt32BE(4) !== 0) committed = found.length
  }
  return found.slice(0, committed)
}

type Sums = readonly [number, number]

/** As SQLite's file format has it. */
function checksumIn(isBigEndian: boolean): (before: Sums, bytes: Buffer) => Sums {
  return ([first, second], bytes) => {
    let [a, b] = [first, second]
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
      b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
    }
    return [a, b]
  }
}

/** A file that is not there is empty; what lies behind its end reads as zeros. */
function openFile(path: string): File {
  let descriptor: number
  try {
    descriptor = openSync(path, "r")
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause
    return { read: (_, length) => Buffer.alloc(length), size: 0, close: () => {} }
  }
  return {
    read(at, length) {
      const bytes = Buffer.alloc(length)
      readSync(descriptor, bytes, 0, length, at)
      return bytes
    },
    size: fstatSync(descriptor).size,
    close: () => closeSync(descriptor),
  }
}
