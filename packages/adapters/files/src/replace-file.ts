// Owns: putting content in a file's place in one step: whoever reads it sees the old content or the new one, never half of either, and
// what somebody else wrote in the meantime is not lost (F13, F22).
import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  write,
} from "node:fs"
import { promisify } from "node:util"
import { openConfined, type Refusal, refuse } from "./confine.ts"
import { contentHash, EDITABLE_BYTES } from "./content-hash.ts"
import { type Folder, openFolders, removeFolders } from "./open-folder.ts"
import { readWhole } from "./read-file.ts"
import { count, showName } from "./text.ts"
import type { Target } from "./write-target.ts"

const writeLater = promisify(write)
const fsyncLater = promisify(fsync)

/** What was in the file, and which state of it that was. */
export type Before = { readonly ok: true; readonly bytes: Buffer; readonly hash: string; readonly stats: BigIntStats }

/** null: there is no such file yet. */
export async function readBefore(target: Target, asked: string, signal: AbortSignal): Promise<Before | Refusal | null> {
  if (target.folders.length > 0) return null
  try {
    if (lstatSync(target.path, { throwIfNoEntry: false }) === undefined) return null
  } catch (cause) {
    return refuse(`${showName(asked)} ${whyNotWritten(cause)}`)
  }
  const opened = openConfined(target, asked)
  if (!opened.ok) return opened
  const shown = showName(asked)
  try {
    if (opened.stats.isDirectory()) return refuse(`${shown} is a folder, not a file that could be written.`)
    if (!opened.stats.isFile()) return refuse(`${shown} is not a file but a pipe, socket or device. It is not written.`)
    const stats = fstatSync(opened.descriptor, { bigint: true })
    if (stats.size > EDITABLE_BYTES) {
      return refuse(`${shown} has ${count(Number(stats.size), "byte")}: too large to be edited here.`)
    }
    if ((stats.mode & 0o222n) === 0n) return refuse(`${shown} is write-protected. Nothing was done.`)
    const bytes = await readWhole(opened.descriptor, EDITABLE_BYTES, signal)
    if (bytes === null) return refuse(`${shown} was stopped, or grew while it was read. Nothing was done.`)
    return { ok: true, bytes, hash: contentHash(bytes), stats }
  } finally {
    closeSync(opened.descriptor)
  }
}

export type Replacement = {
  readonly target: Target
  readonly asked: string
  readonly bytes: Buffer
  /** null: the file must not exist yet. */
  readonly before: Before | null
  /** The same for the same call, so that what a crash left behind is cleared away when the call is made again (F6). */
  readonly mark: string
}

export async function replaceFile(replacement: Replacement, signal: AbortSignal): Promise<{ ok: true } | Refusal> {
  const { target, asked } = replacement
  const made: string[] = []
  let folder: Folder | Refusal | null = null
  let done = false
  try {
    folder = openFolders(target.base, target.folders, asked, made)
    if (!folder.ok) return folder
    const result = await replaceIn(folder, replacement, signal)
    done = result.ok
    return result
  } catch (cause) {
    return refuse(`${showName(asked)} ${whyNotWritten(cause)}`)
  } finally {
    if (folder?.ok) folder.close()
    if (!done) removeFolders(made)
  }
}

async function replaceIn(folder: Folder, replacement: Replacement, signal: AbortSignal): Promise<{ ok: true } | Refusal> {
  const { target, asked, before } = replacement
  const shown = showName(asked)
  const temporary = folder.entry(`.kibitz-${replacement.mark}.tmp`)
  let moved = false
  try {
    await writeTemporary(temporary, replacement)
    if (signal.aborted) return refuse(`Writing ${shown} was stopped. Nothing was done.`)
    // From here to the move nothing is awaited: no other call of ours can come in between.
    if (!folder.isStillThere()) return refuse(`The folder of ${shown} was exchanged meanwhile. Nothing was done. Try again.`)
    const entry = folder.entry(target.name)
    if (before === null) moved = moveToFreeName(temporary, entry)
    else if (isUnchanged(entry, before.stats)) {
      renameSync(temporary, entry)
      moved = true
    }
    if (!moved) return refuse(`${shown} was changed by somebody else at this very moment. Nothing was done. Read it again.`)
    await fsyncLater(folder.descriptor).catch(() => undefined)
    return { ok: true }
  } finally {
    if (!moved) tryToRemove(temporary)
  }
}

async function writeTemporary(path: string, { bytes, before }: Replacement): Promise<void> {
  const descriptor = openNew(path, before === null ? 0o666 : 0o600)
  try {
    for (let at = 0; at < bytes.length; ) {
      at += (await writeLater(descriptor, bytes, at, bytes.length - at, at)).bytesWritten
    }
    if (before !== null) takeOver(descriptor, before.stats)
    await fsyncLater(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function openNew(path: string, mode: number): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
  try {
    return openSync(path, flags, mode)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause
    unlinkSync(path)
    return openSync(path, flags, mode)
  }
}

/** The replaced file's rights and, where the system lets us, its owner. */
function takeOver(descriptor: number, stats: BigIntStats): void {
  const own = fstatSync(descriptor, { bigint: true })
  if (own.uid !== stats.uid || own.gid !== stats.gid) {
    try {
      fchownSync(descriptor, Number(stats.uid), Number(stats.gid))
    } catch {
      // Somebody else's file in a shared folder: it becomes ours, as with any editor that saves this way.
    }
  }
  fchmodSync(descriptor, Number(stats.mode & 0o777n))
}

/** By a second name and not by renaming, because renaming would silently replace a file that has appeared there. */
function moveToFreeName(temporary: string, entry: string): boolean {
  try {
    linkSync(temporary, entry)
    tryToRemove(temporary)
    return true
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? ""
    if (code === "EEXIST") return false
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code)) throw cause
    // A disk without second names.
    if (lstatSync(entry, { throwIfNoEntry: false }) !== undefined) return false
    renameSync(temporary, entry)
    return true
  }
}

function isUnchanged(path: string, then: BigIntStats): boolean {
  const now = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return (
    now?.isFile() === true &&
    now.dev === then.dev &&
    now.ino === then.ino &&
    now.size === then.size &&
    now.mtimeNs === then.mtimeNs &&
    now.ctimeNs === then.ctimeNs
  )
}

function tryToRemove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never made, or is gone with its folder.
  }
}

/** Ends a sentence that begins with the path. */
function whyNotWritten(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code ?? "unknown error"
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "was not written: the disk is full. What was there is as it was."
    case "EFBIG":
      return "was not written: the system does not allow a file of that size. What was there is as it was."
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return "may not be written: the system denies it."
    case "ENAMETOOLONG":
      return "is too long for a path."
    case "ENOTDIR":
      return "cannot be there: a part of the path is a file, not a folder."
    case "ENOENT":
      return "was not written: its folder has just gone. Try again."
    case "EMFILE":
    case "ENFILE":
      return "cannot be written now: too many files are open. Try again."
    default:
      return `was not written (${code}). What was there is as it was.`
  }
}
