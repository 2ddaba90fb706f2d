// Owns: a disk of a few megabytes in place of a folder, that can be filled to the last byte and emptied again. Only root may mount one.
import { spawnSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"

export type SmallDisk = {
  fill(): void
  empty(): void
  unmount(): void
}

/** Null where it is not allowed. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder, { mode: 0o700 })
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null
  const options = `size=${megabytes}m,mode=700`
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status !== 0) return null
  const ballast = join(folder, "ballast")
  return {
    fill() {
      const file = openSync(ballast, "a")
      try {
        for (const piece of [Buffer.alloc(1_000_000), Buffer.alloc(4096)]) writeUntilFull(file, piece)
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => void spawnSync("umount", ["-l", folder]),
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) if (writeSync(file, piece) < piece.length) return
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOSPC") throw cause
  }
}
