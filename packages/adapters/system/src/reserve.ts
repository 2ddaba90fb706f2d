// Owns: a piece of the disk that is set aside, to be given back when there is no other (F12): what happens while Kibitz comes to a halt can still be saved.
import { randomBytes } from "node:crypto"
import { rmSync, statfsSync, statSync } from "node:fs"
import { open, rename } from "node:fs/promises"
import { dirname } from "node:path"

/** Enough for every reply and result that is under way when the disk fills up, and for what the user says to that. */
export const RESERVE_BYTES = 16 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

export type Reserve = {
  /** Gives it back. False when there was none. */
  free(): boolean
  /** Sets it aside, if it is not there yet and as much again would be left for others. False where it would not. Never throws. */
  fill(): Promise<boolean>
  /** How many bytes the disk has for us; a quota may know better. */
  left(): number
}

export function fileReserve(file: string, bytes = RESERVE_BYTES): Reserve {
  const part = `${file}.part`
  const isThere = () => statSync(file, { throwIfNoEntry: false })?.size === bytes

  function left(): number {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize
  }

  async function write(): Promise<void> {
    rmSync(part, { force: true })
    const handle = await open(part, "wx", 0o600)
    try {
      // By chance, and flushed: a disk that packs what it is given, or puts it off, would set nothing aside.
      for (let left = bytes; left > 0; left -= CHUNK_BYTES) await handle.write(randomBytes(Math.min(left, CHUNK_BYTES)))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
  }

  return {
    left,
    free() {
      const was = isThere()
      rmSync(file, { force: true })
      return was
    },
    async fill() {
      try {
        if (isThere()) return true
        if (left() < bytes * 2) return false
        await write()
        return true
      } catch {
        rmSync(part, { force: true })
        return false
      }
    },
  }
}
