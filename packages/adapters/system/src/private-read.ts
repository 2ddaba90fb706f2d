// Owns: reading a small file of ours as something only the user can have written. Does not own: what is in it.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"

/** Null for a link, another user's file, one that others may write, and one that is not there. */
export function readPrivately(file: string): string | null {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    return null
  }
  try {
    const found = fstatSync(descriptor)
    const ours = process.getuid === undefined || found.uid === process.getuid()
    const untouched = process.platform === "win32" || (found.mode & 0o022) === 0
    return found.isFile() && ours && untouched ? readFileSync(descriptor, "utf8").trim() : null
  } catch {
    return null
  } finally {
    closeSync(descriptor)
  }
}
