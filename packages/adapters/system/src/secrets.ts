// Owns: the key in a file that only the user can read. For computers without a keychain, and only after the user has said yes.
import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import type { Secrets } from "@kibitz/ports"
import { prepareDataDir } from "./data-dir.ts"

export function plainFileSecrets(file: string): Secrets {
  return {
    protection: () => "plain",
    read() {
      const key = readPrivately(file)
      return key === null || key === "" ? null : { key, encrypted: false }
    },
    write(key) {
      prepareDataDir(dirname(file))
      const part = `${file}.part`
      rmSync(part, { force: true })
      const descriptor = openSync(part, "wx", 0o600)
      try {
        writeSync(descriptor, key)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      renameSync(part, file)
    },
    forget: () => rmSync(file, { force: true }),
  }
}

/** A link, another user's file or one that others may write is not the key the user gave us. */
function readPrivately(file: string): string | null {
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
