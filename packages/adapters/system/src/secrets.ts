// Owns: the key in a file that only the user can read. For computers without a keychain, and only after the user has said yes.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import type { Secrets } from "@kibitz/ports"
import { prepareDataDir } from "./data-dir.ts"
import { readPrivately } from "./private-read.ts"

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
