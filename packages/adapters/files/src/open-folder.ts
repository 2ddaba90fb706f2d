// Owns: a folder held open while something is done in it, so that a link put in its place cannot lead the work elsewhere (T9).
import { closeSync, existsSync, mkdirSync, rmdirSync, type Stats } from "node:fs"
import { join } from "node:path"
import { isStill, openConfined, type Refusal, refuse } from "./confine.ts"
import { showName } from "./text.ts"

export type Folder = {
  readonly ok: true
  readonly path: string
  readonly descriptor: number
  /** Names an entry by way of the open folder where the system can do that, by path where it cannot. */
  entry(name: string): string
  isStillThere(): boolean
  close(): void
}

const canGoThroughDescriptor = process.platform === "linux" && existsSync("/proc/self/fd")

export function openFolder(path: string, asked: string): Folder | Refusal {
  const opened = openConfined({ path }, asked)
  if (!opened.ok) return opened
  const { descriptor, stats } = opened
  if (!stats.isDirectory()) {
    closeSync(descriptor)
    return refuse(`${showName(asked)} cannot be there: a part of the path is a file, not a folder.`)
  }
  return {
    ok: true,
    path,
    descriptor,
    entry: (name) => (canGoThroughDescriptor ? `/proc/self/fd/${descriptor}/${name}` : join(path, name)),
    isStillThere: () => stillThere(descriptor, stats, path),
    close: () => closeSync(descriptor),
  }
}

/** Makes the missing folders one by one, each inside the one that is held open, and keeps the last one open. */
export function openFolders(base: string, names: readonly string[], asked: string, made: string[]): Folder | Refusal {
  let folder = openFolder(base, asked)
  for (const name of names) {
    if (!folder.ok) return folder
    const path = join(folder.path, name)
    try {
      mkdirSync(folder.entry(name))
      made.push(path)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause
    } finally {
      folder.close()
    }
    folder = openFolder(path, asked)
  }
  return folder
}

/** Leaves alone what is not empty any more. */
export function removeFolders(made: readonly string[]): void {
  for (const path of made.toReversed()) {
    try {
      rmdirSync(path)
    } catch {
      return
    }
  }
}

function stillThere(descriptor: number, stats: Stats, path: string): boolean {
  try {
    return isStill(descriptor, stats, path)
  } catch {
    return false
  }
}
