// Owns: counting what a deletion would take: names and sizes only, without following a link, bounded in number and time.
import { lstat, opendir, realpath } from "node:fs/promises"
import { join, relative, resolve, sep } from "node:path"
import type { Survey } from "@kibitz/contract"

const MOST = 20_000
const LIMIT_MS = 3_000
const NAMED = 20

/** null where one of the paths leads out of the project folder, or cannot be looked at. What is not there counts for nothing. */
export async function surveyPaths(workspace: string, paths: readonly string[]): Promise<Omit<Survey, "inGit"> | null> {
  const until = performance.now() + LIMIT_MS
  const found = { files: 0, folders: 0, bytes: 0, isCut: false, first: [] as string[] }
  try {
    const root = await realpath(workspace)
    const starts = [...new Set(paths.map((path) => resolve(root, path)))]
    // What lies below another of them is counted with that one.
    const outermost = starts.filter((start) => !starts.some((other) => other !== start && isInside(other, start)))
    for (const start of outermost) {
      if (start === root || !isInside(root, start) || !isInside(root, await realpath(join(start, "..")), true)) return null
      await count(root, start)
    }
  } catch {
    return null
  }
  return found

  async function count(root: string, path: string): Promise<void> {
    const stats = await lstat(path).catch(missing)
    if (!stats || found.isCut) return
    if (!stats.isDirectory()) {
      if (found.files >= MOST || performance.now() > until) {
        found.isCut = true
        return
      }
      found.files += 1
      found.bytes += stats.size
      if (found.first.length < NAMED) found.first.push(relative(root, path).split(sep).join("/"))
      return
    }
    found.folders += 1
    const names: string[] = []
    for await (const { name } of await opendir(path)) {
      names.push(name)
      if (names.length > MOST) break
    }
    for (const name of names.sort()) await count(root, join(path, name))
  }
}

function isInside(folder: string, path: string, orItself = false): boolean {
  return (orItself && path === folder) || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function missing(cause: NodeJS.ErrnoException): null {
  if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null
  throw cause
}
