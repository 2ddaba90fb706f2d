// Owns: the file that keeps the whole of a long output, up to a limit. Only its owner may read it.
import { mkdirSync } from "node:fs"
import { type FileHandle, open, unlink } from "node:fs/promises"
import { lastRun, makeRoom, type SpoolCapacity, type SpoolOwner, spoolPath } from "./spool-files.ts"

export type Spool = {
  /** Resolves when the bytes are with the disk: who waits for it does not read faster than the disk writes. */
  write(bytes: Buffer): Promise<void>
  close(): Promise<void>
  /** Closes it and takes it away. */
  discard(): Promise<void>
  readonly path: string
  /** How many bytes are in it. */
  kept(): number
  /** Why it does not hold everything; null when it does. */
  problem(): string | null
}

/** Of all folders of this process: they must not be removed to make room. */
const beingWritten = new Set<string>()

export async function openSpool(folder: string, owner: SpoolOwner, limit: number, capacity?: SpoolCapacity): Promise<Spool> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await makeRoom(folder, limit, beingWritten, capacity)
  const { file, path } = await openFresh(folder, owner)
  beingWritten.add(path)
  let kept = 0
  let problem: string | null = null
  const close = () => {
    beingWritten.delete(path)
    return file.close()
  }
  return {
    path,
    kept: () => kept,
    problem: () => problem,
    async write(bytes) {
      if (problem !== null) return
      const part = bytes.subarray(0, limit - kept)
      try {
        await file.writeFile(part)
        kept += part.length
        if (part.length < bytes.length) problem = `only the first ${kept.toLocaleString("en")} bytes are kept on disk`
      } catch (cause) {
        problem = `it could not be kept on disk (${(cause as NodeJS.ErrnoException).code ?? "unknown error"})`
      }
    },
    close,
    async discard() {
      await close()
      await unlink(path)
    },
  }
}

/** Never an existing file: a call that is run again keeps what it printed before. */
async function openFresh(folder: string, owner: SpoolOwner): Promise<{ file: FileHandle; path: string }> {
  const first = (lastRun(folder, owner) ?? -1) + 1
  for (let run = first; ; run++) {
    const path = spoolPath(folder, owner, run)
    try {
      return { file: await open(path, "wx", 0o600), path }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST" || run > first + 1_000) throw cause
    }
  }
}
