// Owns: finding a file of the project by a few letters of its path. Only names are looked at, and never those of secrets.
import type { ProjectFiles } from "@kibitz/ports"
import { type Fence, locate } from "./confine.ts"
import { showName } from "./text.ts"
import { walk } from "./walk.ts"

/** Somebody who types asks several times a second; the folder is not walked anew for each letter. */
const FRESH_MS = 5_000
const WALK_LIMIT_MS = 3_000
const MOST_FILES = 50_000

export function projectFiles(fence: Fence, now: () => number = () => performance.now()): ProjectFiles {
  let known: Promise<readonly string[]> | null = null
  let knownAt = Number.NEGATIVE_INFINITY
  return {
    async find(text, limit) {
      if (known === null || now() - knownAt > FRESH_MS) {
        known = listed(fence)
        knownAt = now()
      }
      return nearest(await known, text, limit)
    },
  }
}

async function listed(fence: Fence): Promise<readonly string[]> {
  const start = await locate(fence, ".")
  if (!start.ok) return []
  const paths: string[] = []
  const { files } = walk(fence, start, { signal: new AbortController().signal, limitMs: WALK_LIMIT_MS })
  for await (const { segments } of files) {
    paths.push(showName(segments.join("/")))
    if (paths.length === MOST_FILES) break
  }
  return paths
}

/** A name that begins with it, then one that holds it, then a path that does, then one with the letters anywhere in that order. */
export function nearest(paths: readonly string[], text: string, limit: number): readonly string[] {
  const wanted = text.toLowerCase()
  const ranked = paths.flatMap((path) => {
    const rank = rankOf(path.toLowerCase(), wanted)
    return rank === null ? [] : [{ path, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  return ranked.slice(0, limit).map(({ path }) => path)
}

function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf("/") + 1)
  if (name.startsWith(wanted)) return 0
  if (path.startsWith(wanted)) return 1
  if (name.includes(wanted)) return 2
  if (path.includes(wanted)) return 3
  return inOrder(path, wanted) ? 4 : null
}

function inOrder(path: string, wanted: string): boolean {
  let at = 0
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
