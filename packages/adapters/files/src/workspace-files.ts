// Owns: finding a file of a workspace by a few letters of its path. It looks at names only, and never at those of secrets.
import type { WorkspaceFiles } from "@kibitz/ports"
import { type Fence, locate } from "./confine.ts"
import { showName } from "./text.ts"
import { walk } from "./walk.ts"

/** A person who types asks several times a second; the folder is not walked again for each letter. */
const FRESH_MS = 5_000
const WALK_LIMIT_MS = 3_000
const MOST_FILES = 50_000

export function workspaceFiles(closed: Fence["closed"], now: () => number = () => performance.now()): WorkspaceFiles {
  /** Of the workspace that was asked about last: a person types in one composer at a time. */
  let known: { readonly root: string; readonly at: number; readonly paths: Promise<readonly string[]> } | null = null
  return {
    async find(root, text, limit) {
      if (known?.root !== root || now() - known.at > FRESH_MS) {
        known = { root, at: now(), paths: listed({ workspace: root, closed }) }
      }
      return nearest(await known.paths, text, limit)
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
