// Owns: the file that keeps the whole of a long output, up to a limit. Only its owner may read it.
import { mkdirSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { join } from "node:path"

export type Spool = {
  /** Resolves when the bytes are with the disk: who waits for it does not read faster than the disk writes. */
  write(bytes: Buffer): Promise<void>
  close(): Promise<void>
  readonly path: string
  /** How many bytes are in it. */
  kept(): number
  /** Why it does not hold everything; null when it does. */
  problem(): string | null
}

export async function openSpool(folder: string, name: string, limit: number): Promise<Spool> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { file, path } = await openFresh(folder, name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 100))
  let kept = 0
  let problem: string | null = null
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
    close: () => file.close(),
  }
}

/** Never an existing file: a call that is run again keeps what it printed before. */
async function openFresh(folder: string, name: string): Promise<{ file: FileHandle; path: string }> {
  for (let attempt = 0; ; attempt++) {
    const path = join(folder, attempt === 0 ? `${name}.out` : `${name}-${attempt}.out`)
    try {
      return { file: await open(path, "wx", 0o600), path }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 1_000) throw cause
    }
  }
}
