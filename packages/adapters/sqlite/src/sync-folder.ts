import { closeSync, fsyncSync, openSync } from "node:fs"
import { dirname } from "node:path"

/** Makes a new name in the file's folder survive a power cut. Windows has no such call and needs none. */
export function syncFolderOf(file: string): void {
  if (process.platform === "win32") return
  const descriptor = openSync(dirname(file), "r")
  fsyncSync(descriptor)
  closeSync(descriptor)
}
