// Owns: what becomes of everything a program prints, however much it is (F27): the beginning and the end for the model, all of it to a
// file by the way, the hash of all of it, and now and then a piece for whoever watches. Memory is bounded, whatever comes.
import { createHash, type Hash } from "node:crypto"
import { shownBack, shownFront, shownText, unfinishedBytes } from "./show-output.ts"
import { openSpool, type Spool } from "./spool.ts"
import type { SpoolCapacity, SpoolOwner } from "./spool-files.ts"

/** Characters for the model, half from the beginning and half from the end. */
export const SHOWN_CHARACTERS = 30_000
const HALF = SHOWN_CHARACTERS / 2
const HEAD_BYTES = 4 * HALF
const TAIL_BYTES = 4 * HALF
export const SPOOL_BYTES = 64 * 1024 * 1024
/** Most commands that are waited for say nothing. */
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
/** What a watcher gets at once; the rest is told, not shown. */
const LIVE_BYTES = 8_000

export type OutputOptions = {
  readonly spoolDir: string
  readonly owner: SpoolOwner
  readonly spoolBytes?: number
  readonly capacity?: SpoolCapacity
}

export type Output = {
  /** A promise when the disk is slower than the program: take no more until it resolves. */
  take(chunk: Buffer): Promise<void> | null
  /** What came since the last time, for whoever watches; null when there is nothing. */
  live(): string | null
  /** From now on everything is on disk as soon as it is printed, and what came before too: the app may not live to see the end (F7). */
  keep(): void
  finish(): Promise<{ text: string; bytes: number; sha256: string; spool: string | null }>
}

export function collectOutput({ spoolDir, owner, spoolBytes = SPOOL_BYTES, capacity }: OutputOptions): Output {
  const ends = new Ends()
  const unseen = new Unseen()
  let hash: Hash | null = null
  let isOver = false
  let spool: Spool | null = null
  let problem: string | null = null
  let writing: Promise<void> | null = null
  let isKept = false

  // Nothing is written for the many commands that say little and are over soon: what they say is in memory, whole.
  const startSpool = async (before: Buffer) => {
    try {
      spool = await openSpool(spoolDir, owner, spoolBytes, capacity)
      await spool.write(before)
    } catch (cause) {
      problem = `it could not be kept on disk (${(cause as NodeJS.ErrnoException).code ?? "unknown error"})`
    }
  }

  const store = (chunk: Buffer): Promise<void> | null => {
    if ((!isKept && ends.total + chunk.length <= HEAD_BYTES + TAIL_BYTES) || problem !== null || spool?.problem()) return null
    if (writing === null) writing = startSpool(Buffer.concat([...ends.head, ...ends.tail, chunk]))
    else writing = writing.then(() => spool?.write(chunk))
    return writing
  }

  return {
    take(chunk) {
      if (isOver) return null
      hash ??= createHash("sha256")
      hash.update(chunk)
      const stored = store(chunk)
      ends.take(chunk)
      unseen.take(chunk)
      return stored
    },
    live: () => unseen.show(),
    keep() {
      if (isKept || isOver) return
      isKept = true
      if (ends.total > 0) writing ??= startSpool(Buffer.concat([...ends.head, ...ends.tail]))
    },
    async finish() {
      isOver = true
      await writing
      const { total } = ends
      const sha256 = hash?.digest("hex") ?? EMPTY_SHA256
      const start = Buffer.concat(ends.head)
      const end = Buffer.concat(ends.tail)
      const whole = shownWhole(start, end, total)
      if (whole !== null) {
        // All of it is in the result; a file that stays costs space and nothing else.
        await spool?.discard().catch(() => undefined)
        return { text: whole, bytes: total, sha256, spool: null }
      }
      if (writing === null) await startSpool(Buffer.concat([start, end]))
      await spool?.close().catch(() => undefined)
      const kept = problem ?? spool?.problem() ?? "all of it is kept on disk"
      // Only what is kept can be paged; a disk that was full from the beginning has kept nothing.
      const paged = spool !== null && spool.kept() > 0 ? `; to page it: read_file with path "spool:${owner.callId}"` : ""
      const text = shownParts(start, end, total, `${kept}${paged}`)
      return { text, bytes: total, sha256, spool: spool?.path ?? null }
    },
  }
}

/** The beginning and the end of what came, in memory. Together they are all of it while it is short. */
class Ends {
  readonly head: Buffer[] = []
  readonly tail: Buffer[] = []
  /** Bytes of everything that came. */
  total = 0
  private headBytes = 0
  private tailBytes = 0

  take(chunk: Buffer): void {
    this.total += chunk.length
    const forHead = chunk.subarray(0, HEAD_BYTES - this.headBytes)
    if (forHead.length > 0) {
      this.head.push(forHead)
      this.headBytes += forHead.length
    }
    const rest = chunk.subarray(forHead.length)
    if (rest.length === 0) return
    this.tail.push(rest)
    this.tailBytes += rest.length
    while (this.tail.length > 1 && this.tailBytes - (this.tail[0] as Buffer).length >= TAIL_BYTES)
      this.tailBytes -= (this.tail.shift() as Buffer).length
  }
}

/** What came since a watcher was last shown something. */
class Unseen {
  private pieces: Buffer[] = []
  private bytes = 0
  private skipped = 0

  take(chunk: Buffer): void {
    const room = chunk.subarray(0, LIVE_BYTES - this.bytes)
    if (room.length > 0) this.pieces.push(room)
    this.bytes += room.length
    this.skipped += chunk.length - room.length
  }

  show(): string | null {
    if (this.bytes === 0) return null
    const bytes = Buffer.concat(this.pieces)
    const later = this.skipped > 0 ? 0 : unfinishedBytes(bytes)
    const text = shownText(bytes.subarray(0, bytes.length - later))
    const more = this.skipped > 0 ? `\n[… ${this.skipped.toLocaleString("en")} bytes more …]\n` : ""
    this.pieces = later > 0 ? [bytes.subarray(bytes.length - later)] : []
    this.bytes = later
    this.skipped = 0
    return text + more === "" ? null : text + more
  }
}

/** null when it is too long to be shown whole. */
function shownWhole(start: Buffer, end: Buffer, total: number): string | null {
  if (total > start.length + end.length) return null
  const all = end.length === 0 ? start : Buffer.concat([start, end])
  const { text, bytes } = shownFront(all, SHOWN_CHARACTERS)
  return bytes === total ? text : null
}

function shownParts(start: Buffer, end: Buffer, total: number, kept: string): string {
  const front = shownFront(start, HALF)
  const back = shownBack(end.length === 0 ? start.subarray(front.bytes) : end, HALF)
  const left = total - front.bytes - back.bytes
  return `${front.text}\n[… ${left.toLocaleString("en")} of ${total.toLocaleString("en")} bytes left out here; ${kept} …]\n${back.text}`
}
