// Owns: that the data folder belongs to this user and to nobody else (T20). Does not own: what is put into it.
import { accessSync, chmodSync, constants, lstatSync } from "node:fs"
import { makeFolder } from "@kibitz/host/unwritable"

export class UnsafeFolder extends Error {
  constructor(message: string) {
    super(message)
    this.name = "UnsafeFolder"
  }
}

/** Makes the folder if need be and leaves it with mode 0700. Throws UnsafeFolder where somebody else could read or swap it, and the system's own error where it cannot be written. */
export function ensurePrivateFolder(path: string): void {
  makeFolder(path)
  const found = lstatSync(path)
  if (found.isSymbolicLink()) throw new UnsafeFolder(`${path} is a link to somewhere else. Choose a real folder with --data-dir.`)
  if (!found.isDirectory()) throw new UnsafeFolder(`${path} is not a folder. Choose another one with --data-dir.`)
  const self = process.getuid?.()
  if (self !== undefined && found.uid !== self)
    throw new UnsafeFolder(`${path} belongs to another user. Choose a folder of your own with --data-dir.`)
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) chmodSync(path, 0o700)
  // Chromium puts its own files there first, and what it says when it cannot helps nobody.
  accessSync(path, constants.W_OK | constants.X_OK)
}
