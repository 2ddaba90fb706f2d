// Owns: the high-water mark, a small file beside the journal that says up to which entry was acknowledged. It lies outside the write-ahead log, so a journal that
// lost its log, or was replaced by an older copy, does not pass for a shorter one (F16). What it guarantees is in ADR 18.
import { closeSync, constants, fdatasyncSync, openSync, statSync, writeSync } from "node:fs"
import { basename } from "node:path"
import { crc32 } from "node:zlib"
import type { Seq } from "@kibitz/contract"
import { type Log, StorageFailure } from "@kibitz/ports"
import { readPrivately } from "../../system/src/private-read.ts"
import { bootId } from "../../system/src/processes.ts"

export type Mark = {
  readonly last: Seq
  /** Entries were written and the journal was not closed since: some of them may be in the log alone. */
  readonly isOpen: boolean
  /** The boot of the computer in which it was written; null where the system does not tell. */
  readonly boot: string | null
}

export type MarkWriter = {
  /** After every append. The first one is flushed to the disk, the others when `sync` is called: a kill -9 loses none of them. */
  note(last: Seq): void
  sync(): void
  /** Before the journal is closed. `isWhole`: all that was acknowledged is on the disk. */
  close(isWhole: boolean): void
}

/** It is written in place: it never grows, so a full disk has room for it. */
const BYTES = 96
const form = /^kibitz mark 1 (\d+) (open|shut) ([\w-]+) ([0-9a-f]{8})$/

export function markOf(file: string): string {
  return `${file}.mark`
}

/** Null when there is none, and for one that is damaged or somebody else's: nothing is known then. */
export function readMark(file: string): Mark | null {
  const text = readPrivately(markOf(file))
  const [, last, state, boot = "", checksum] = form.exec(text ?? "") ?? []
  if (text === null || checksum === undefined || sealOf(text.slice(0, -9)) !== checksum) return null
  return { last: Number(last), isOpen: state === "open", boot: boot === "-" ? null : boot }
}

/** `found`: the last entry of the journal, which has been opened and holds what the mark said. */
export function keepMark(file: string, found: Seq, log?: Log): MarkWriter {
  const boot = bootId() ?? "-"
  const known = readMark(file)
  let last = found
  let isOpen = known?.isOpen ?? false
  let isNoted = false
  let descriptor: number | null = null

  /** A mark that cannot be kept must not stop the journal. */
  function quietly(work: () => void): void {
    try {
      work()
    } catch (cause) {
      log?.warn("the high-water mark of the journal cannot be written", { cause: String(cause) })
      descriptor = null
    }
  }

  function write(): void {
    if (descriptor === null) return
    const text = `kibitz mark 1 ${last} ${isOpen ? "open" : "shut"} ${boot}`
    writeSync(descriptor, `${text} ${sealOf(text)}`.padEnd(BYTES - 1).concat("\n"), 0)
  }

  function flush(): void {
    if (descriptor !== null) fdatasyncSync(descriptor)
  }

  quietly(() => {
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    descriptor = openSync(markOf(file), flags, 0o600)
    if (known?.last === found && known.boot === boot) return
    write()
    flush()
  })

  return {
    note(seq) {
      last = seq
      isOpen = true
      quietly(() => {
        write()
        if (!isNoted) flush()
        isNoted = true
      })
    },
    sync: () => quietly(flush),
    close(isWhole) {
      if (isWhole && isOpen) {
        isOpen = false
        quietly(() => {
          write()
          flush()
        })
      }
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
  }
}

function sealOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0")
}

export function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** Whether entries are missing, as part of a sentence; empty when none are. `found`: the last entry there is. `hadLog`: the log was there before the journal was opened. */
export function shortened(mark: Mark, found: Seq, hadLog: boolean): string {
  if (found < mark.last) return `it has ${count(found)}, but ${mark.last} were written`
  // After a power cut the mark may be behind: until then only some of its states had gone to the disk.
  const mayBeBehind = mark.boot === null || mark.boot !== bootId()
  if (!mark.isOpen || hadLog || !mayBeBehind) return ""
  return `it has ${count(found)} and was not closed, and its write-ahead log may have held more`
}

export function refuseShortened(file: string, mark: Mark, found: Seq, hadLog: boolean): void {
  const problem = shortened(mark, found, hadLog)
  if (problem === "") return
  const name = basename(file)
  const why = hadLog
    ? `Its write-ahead log ${name}-wal is damaged or belongs to another journal, or ${name} was replaced by an older copy.`
    : `Its write-ahead log ${name}-wal was moved or deleted, or ${name} was replaced by an older copy.`
  const remedy = `Put the right files back and start again, or run \`kibitz restore\` to set this journal aside and continue with the entries it has. Nothing was changed.`
  throw new StorageFailure("shortened", `Entries are missing from the journal ${file}: ${problem}. ${why} ${remedy}`)
}

/** Throws when there is no journal although entries were written. */
export function refuseVanished(file: string, mark: Mark | null): void {
  if (mark === null || mark.last === 0) return
  const name = basename(file)
  const message = `The journal ${file} is gone, but ${count(mark.last)} ${mark.last === 1 ? "was" : "were"} written to it. Put it back, with its ${name}-wal if there is one, and start again. To start with an empty journal instead, move ${name}.mark away.`
  throw new StorageFailure("unreachable", message)
}

function count(entries: number): string {
  return entries === 1 ? "1 entry" : `${entries} entries`
}
