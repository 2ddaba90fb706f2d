// Owns: the key that seals the audit log: 32 random bytes in a file of the user's own, in the data folder and so outside every
// project. It is made once, together with the log; a log whose key is gone must be told from one that was never written to.
import { randomBytes } from "node:crypto"
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs"
import { dirname } from "node:path"
import { StorageFailure } from "@kibitz/ports"
import { prepareDataDir } from "./data-dir.ts"

const KEY_BYTES = 32

export type AuditKey = {
  readonly file: string
  /** null when there is none. Throws StorageFailure for a key that somebody else can have read or put there. */
  read(): Uint8Array | null
  /** Only for a log that is just being made. Another Kibitz that was quicker wins. */
  make(): Uint8Array
}

export function auditKey(file: string): AuditKey {
  const read = () => readKey(file)
  return {
    file,
    read,
    make() {
      prepareDataDir(dirname(file))
      place(file, randomBytes(KEY_BYTES))
      return read() ?? fail(file, "is gone although it has just been written")
    },
  }
}

function readKey(file: string): Uint8Array | null {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === "ENOENT") return null
    if (code === "ELOOP" || code === "EMLINK") fail(file, "is a link, and somebody else could point it elsewhere", cause)
    return fail(file, `cannot be opened (${code})`, cause)
  }
  try {
    const found = fstatSync(descriptor)
    if (!found.isFile()) fail(file, "is not a plain file")
    if (process.getuid !== undefined && found.uid !== process.getuid()) fail(file, `belongs to another user (uid ${found.uid})`)
    if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
      fail(file, `can be read or changed by others (mode ${(found.mode & 0o777).toString(8)}); chmod 600 if that was you`)
    }
    if (found.size !== KEY_BYTES) fail(file, `is ${found.size} bytes long, a key has ${KEY_BYTES}`)
    const key = new Uint8Array(KEY_BYTES)
    if (readSync(descriptor, key) !== KEY_BYTES) fail(file, "was cut off while it was read")
    return key
  } finally {
    closeSync(descriptor)
  }
}

/** Whole under another name first, then linked: a crash in between leaves no half key, and no key that is there is written over. */
function place(file: string, key: Uint8Array): void {
  const part = `${file}.new-${process.pid}`
  rmSync(part, { force: true })
  try {
    const descriptor = openSync(part, "wx", 0o600)
    try {
      writeSync(descriptor, key)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    publish(part, file)
    syncFolder(dirname(file))
  } catch (cause) {
    fail(file, `cannot be written (${cause instanceof Error ? cause.message : String(cause)})`, cause)
  } finally {
    rmSync(part, { force: true })
  }
}

function publish(part: string, file: string): void {
  try {
    linkSync(part, file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return
    // A disk without hard links (exFAT).
    if (!existsSync(file)) renameSync(part, file)
  }
}

/** Makes the new name survive a power cut: a log that is there without its key could never be written to again. */
function syncFolder(dir: string): void {
  if (process.platform === "win32") return
  const descriptor = openSync(dir, "r")
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function fail(file: string, what: string, cause?: unknown): never {
  throw new StorageFailure(
    "unreachable",
    `The key of the audit log ${file} ${what}. It is not used. Put the right file in its place.`,
    {
      cause,
    },
  )
}
