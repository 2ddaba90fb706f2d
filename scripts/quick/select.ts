// Owns: which tests a change calls for first: the nearest by import, as many as fit into the time. Pure.
import type { Graph } from "./graph.ts"

export type Chosen = {
  readonly files: readonly string[]
  /** Reached by the change too, and left for `npm test`. */
  readonly left: number
}

/** `secondsOf`: how long a file took the last time; `seconds`: how long all of them may take, one after the other. */
export function chooseTests(
  graph: Graph,
  changed: readonly string[],
  { seconds, secondsOf }: { seconds: number; secondsOf(path: string): number },
): Chosen {
  const reached = distances(graph, changed)
  const tests = [...reached].filter(([path]) => isUnitTest(path))
  tests.sort(([a, near], [b, far]) => near - far || secondsOf(a) - secondsOf(b) || a.localeCompare(b))
  const files: string[] = []
  let spent = 0
  for (const [path, distance] of tests) {
    spent += secondsOf(path)
    // The changed tests themselves and those of the changed files are always run.
    if (distance > 1 && spent > seconds) break
    files.push(path)
  }
  return { files, left: tests.length - files.length }
}

/** How many imports lie between each file and the nearest changed one. */
function distances(graph: Graph, changed: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map(changed.map((path) => [path, 0]))
  let edge: readonly string[] = changed
  for (let distance = 1; edge.length > 0; distance += 1) {
    const next: string[] = []
    for (const user of edge.flatMap((path) => graph.usersOf(path))) {
      if (found.has(user)) continue
      found.set(user, distance)
      next.push(user)
    }
    edge = next
  }
  return found
}

export function isUnitTest(path: string): boolean {
  return /\.test\.(tsx?|mjs)$/.test(path)
}

/** Parts of the renderer whose screen tests lie under another name. */
const lookedAtUnder: Readonly<Record<string, string>> = { keyboard: "keys", desk: "attention", glance: "map" }

/** Screen tests lie in folders named like the part of the renderer that they look at: the kernel's, a feature, or a part of one. */
export function screensFor(changed: readonly string[], folders: readonly string[]): readonly string[] {
  const parts = changed.flatMap((path) => {
    const below = /^(?:apps\/renderer\/src|e2e\/screens)\/(.+)\/[^/]+$/.exec(path)?.[1]
    return below?.split("/").flatMap((part) => [part, lookedAtUnder[part] ?? part]) ?? []
  })
  return folders.filter((folder) => parts.includes(folder)).map((folder) => `e2e/screens/${folder}/`)
}
