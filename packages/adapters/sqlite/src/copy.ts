// Owns: a whole copy of a journal that another program holds, as it was at one moment, while that program goes on writing (F18). The original is only
// read, and never through SQLite, whose lock it would meet. Must not run in the process that holds it: see open.ts.
//
// Why a copy taken without a lock is whole: SQLite adds to the log and now and then moves what is in it into the journal; only when all of it has been
// moved does it begin the log anew, under another header. So a journal that is copied first and the log after it fit together, whatever was moved
// meanwhile, as long as the log had the same header before and after: all that was moved is in the log too, and counts from there. A last entry that
// was cut off has a wrong checksum and is left out by SQLite itself.
import { closeSync, constants, existsSync, openSync, readSync, rmSync, statSync } from "node:fs"
import { copyFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { StorageFailure } from "@kibitz/ports"
import Database from "better-sqlite3"
import { asStorageFailure, damaged } from "./failure.ts"

/** A log is begun anew every few megabytes: a copy that meets that once will hardly meet it again. */
const TRIES = 8
const LOG_HEADER_BYTES = 32

type CopyOne = (from: string, to: string) => Promise<void>
/** Where the disk can, nothing is copied at all, and the two share what neither has changed. */
const sharing: CopyOne = (from, to) => copyFile(from, to, constants.COPYFILE_FICLONE)

/** Into `folder`, which is ours alone. Gives the path of the copy back, which any of our own may open and change. */
export async function copyJournal(file: string, folder: string, copyOne = sharing): Promise<string> {
  const copy = join(folder, basename(file))
  let torn: StorageFailure | null = null
  for (let tries = 0; tries < TRIES; tries++) {
    const before = logHeader(file)
    await copyBoth(file, copy, copyOne)
    if (before !== logHeader(file)) continue
    torn = problemWith(file, copy)
    if (torn === null) return copy
  }
  const message = `The journal ${file} changes faster than it can be copied. Try again in a moment. Nothing was changed.`
  throw torn ?? new StorageFailure("busy", message)
}

/** The journal and, if there is one, its log, as they are. */
export async function copyBoth(file: string, copy: string, copyOne: CopyOne = sharing): Promise<void> {
  try {
    for (const suffix of ["", "-wal"]) {
      rmSync(copy + suffix, { force: true })
      if (suffix !== "" && !existsSync(file + suffix)) continue
      await copyOne(file + suffix, copy + suffix)
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    // The log goes when its owner closes; the next try finds the journal without it.
    if (code === "ENOENT" && existsSync(file)) return
    if (code !== "ENOSPC" && code !== "EDQUOT") throw asStorageFailure(file, cause)
    const megabytes = Math.ceil((statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1e6)
    const message = `There is no space for a copy of the journal ${file} (${megabytes} MB), and without one it cannot be read while another Kibitz has it open. Free some space and try again.`
    throw new StorageFailure("full", message, { cause })
  }
}

/** Another one as soon as the log has been begun anew; empty while there is none. */
function logHeader(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(`${file}-wal`, "r")
  } catch {
    return ""
  }
  try {
    const header = Buffer.alloc(LOG_HEADER_BYTES)
    return header.toString("hex", 0, readSync(descriptor, header))
  } finally {
    closeSync(descriptor)
  }
}

/** Also brings the log into the copy, so that it is one file from here on. */
function problemWith(file: string, copy: string): StorageFailure | null {
  let db: Database.Database | null = null
  try {
    db = new Database(copy)
    db.pragma("locking_mode = EXCLUSIVE")
    db.pragma("synchronous = OFF")
    db.pragma("trusted_schema = OFF")
    db.pragma("cell_size_check = ON")
    const found = db.pragma("quick_check(1)", { simple: true })
    return found === "ok" ? null : damaged(file, String(found))
  } catch (cause) {
    const failure = asStorageFailure(file, cause)
    if (failure instanceof StorageFailure) return failure
    throw failure
  } finally {
    db?.close()
  }
}
