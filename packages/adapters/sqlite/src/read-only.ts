// Owns: looking at a journal that may be held by another program: over a copy of it, which is gone when the reader is closed.
import { randomBytes } from "node:crypto"
import { statSync } from "node:fs"
import { type JournalReader, StorageFailure } from "@kibitz/ports"
import type { AuditKey } from "../../system/src/audit-key.ts"
import { copyJournal } from "./copy.ts"
import { asStorageFailure } from "./failure.ts"
import { storedJournal } from "./journal.ts"
import { hasLog, readMark, refuseShortened } from "./mark.ts"
import { keyOf, type OpenOptions, refuseEmpty } from "./open.ts"
import { discard, newFolder, sweepCopies } from "./private-folder.ts"

export type JournalCopy = JournalReader & {
  /** What is said about the first event that this version does not know; it can be read up to there. Null: all are known. */
  readonly unknown: string | null
  /** The copy goes with it. */
  close(): void
}

/** The journal as it is now. A journal of an earlier format is brought to this one in the copy. Throws StorageFailure. */
export async function readOnlyJournal(options: OpenOptions): Promise<JournalCopy> {
  const { file } = options
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) {
    const message = `There is no journal ${file} to look at. Start Kibitz without --read-only to begin one, or choose another data folder.`
    throw new StorageFailure("unreachable", message)
  }
  refuseEmpty(file)
  sweepCopies(file)
  const folder = newFolder(file)
  try {
    const before = readMark(file)
    const copy = await copyJournal(file, folder)
    // Its holder may have written on, or closed it, meanwhile.
    const mark = before && { ...before, isOpen: before.isOpen && readMark(file)?.isOpen === true }
    const hadLog = hasLog(file)
    const journal = storedJournal({ ...options, file: copy, copyOf: file, auditKey: readingOnly(keyOf(options)) })
    const close = () => {
      journal.close()
      discard(folder)
    }
    try {
      if (mark !== null) refuseShortened(file, mark, journal.lastStored(), hadLog)
    } catch (cause) {
      close()
      throw cause
    }
    return { ...journal, close }
  } catch (cause) {
    discard(folder)
    throw asStorageFailure(file, cause)
  }
}

/** A journal from before there was an audit log gets one in the copy, but no key of it may come to lie beside the original. */
function readingOnly(key: AuditKey): AuditKey {
  let own: Uint8Array | null = null
  return { ...key, read: () => key.read() ?? own, make: () => (own = randomBytes(32)) }
}
