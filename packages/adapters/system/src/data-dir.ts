// Owns: that nobody but the user can look into, or swap, the folder where the app keeps what it knows (T20).
import { accessSync, chmodSync, constants, lstatSync, type Stats } from "node:fs"
import { StorageFailure } from "@kibitz/ports"
import { describeUnwritable, isFull, makeFolder } from "./unwritable.ts"

/** Creates it with mode 0700 if it is missing; takes rights away from others if it is there. Refuses a link and another user's folder. */
export function prepareDataDir(dir: string): void {
  const found = make(dir)
  if (found.isSymbolicLink()) {
    throw new StorageFailure(
      "unreachable",
      `The data folder ${dir} is a symbolic link. Somebody else could point it elsewhere, so it is not used. Give the real folder instead.`,
    )
  }
  if (!found.isDirectory()) {
    throw new StorageFailure(
      "unreachable",
      `The data folder ${dir} is not a folder. Move that file away or choose another folder.`,
    )
  }
  refuseForeign(dir, found, "The data folder")
  keepPrivate(dir, found, 0o700)
  refuseUnwritable(dir)
}

function make(dir: string): Stats {
  try {
    makeFolder(dir)
    return lstatSync(dir)
  } catch (cause) {
    // A file of that name is reported as such by the caller; a file further up is a reason like any other.
    const there = lookAt(dir)
    if (there !== undefined) return there
    throw unusable(dir, cause)
  }
}

/** Before anything is put there: the first file that fails would be told in the system's own words. */
function refuseUnwritable(dir: string): void {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw unusable(dir, cause)
  }
}

function unusable(dir: string, cause: unknown): StorageFailure {
  const message = describeUnwritable(cause) ?? `The data folder ${dir} cannot be created: ${reason(cause)}. Choose another one.`
  return new StorageFailure(isFull(cause) ? "full" : "unreachable", message, { cause })
}

/** For a file inside the data folder: a plain file of the user's own, with rights for nobody else. */
export function preparePrivateFile(file: string, what: string): void {
  const found = lstatSync(file)
  if (!found.isFile()) {
    throw new StorageFailure(
      "unreachable",
      `${what} ${file} is not a plain file, so it is not used. Move it away and start again.`,
    )
  }
  refuseForeign(file, found, what)
  keepPrivate(file, found, 0o600)
}

function refuseForeign(path: string, found: Stats, what: string): void {
  if (process.getuid === undefined || found.uid === process.getuid()) return
  throw new StorageFailure(
    "unreachable",
    `${what} ${path} belongs to another user (uid ${found.uid}), so it is not used. Start Kibitz as that user or choose another folder.`,
  )
}

function keepPrivate(path: string, found: Stats, mode: number): void {
  if (process.platform === "win32" || (found.mode & 0o077) === 0) return
  try {
    chmodSync(path, mode)
  } catch (cause) {
    throw new StorageFailure("unreachable", `Others can read ${path}, and that cannot be changed: ${reason(cause)}.`, { cause })
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** `throwIfNoEntry: false` still throws where a parent is a file. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}
