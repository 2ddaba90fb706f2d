// Owns: going through the files of a folder, without links, secrets, git's own files and what git ignores, and without holding up the
// app: bounded in entries and time, and stoppable.
import { closeSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as breathe } from "node:timers/promises"
import { canonical, type Fence, isClosed, openConfined, type Place } from "./confine.ts"
import { type IgnoreRules, isIgnored, parseIgnoreRules } from "./ignore-rules.ts"
import { readEntries } from "./list-directory.ts"
import { offLimits } from "./off-limits.ts"
import { readWhole } from "./read-file.ts"

const MOST_ENTRIES = 200_000
const DEEPEST = 100
const IGNORE_FILE_BYTES = 256 * 1024
const BREATHE_MS = 10
const skippedFolders = new Set([".git", "node_modules"])

export type Walked = {
  /** Canonical. */
  readonly path: string
  /** From the folder where the walk began. */
  readonly segments: readonly string[]
}

export type Walk = {
  readonly files: AsyncGenerator<Walked>
  /** Why not everything was seen, or null. */
  cutBecause(): string | null
}

export type WalkOptions = {
  readonly signal: AbortSignal
  readonly limitMs: number
  /** Folders for which this is false are not entered. */
  readonly mayHold?: (segments: readonly string[]) => boolean
}

export function walk(fence: Fence, start: Place, options: WalkOptions): Walk {
  const until = performance.now() + options.limitMs
  let entriesSeen = 0
  let lastBreath = performance.now()
  let cut: string | null = null

  function isOver(): boolean {
    if (cut !== null) return true
    if (options.signal.aborted) cut = "it was stopped"
    else if (performance.now() > until) cut = `it took longer than ${options.limitMs / 1000} seconds`
    else if (entriesSeen > MOST_ENTRIES) cut = `there are more than ${MOST_ENTRIES} entries`
    return cut !== null
  }

  async function* folder(path: string, inside: readonly string[], layers: readonly IgnoreRules[]): AsyncGenerator<Walked> {
    if (isOver() || inside.length > DEEPEST) return
    const opened = openConfined({ path }, path)
    if (!opened.ok) return
    if (!opened.stats.isDirectory()) return closeSync(opened.descriptor)
    const { entries, more } = await readEntries(opened.descriptor, path, options.signal).finally(() =>
      closeSync(opened.descriptor),
    )
    if (more) cut ??= "a folder has too many entries"
    const own = entries.some((entry) => entry.name === ".gitignore" && entry.isFile())
      ? [...layers, ...(await ignoreFile(path, inside.length, options.signal))]
      : layers
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      entriesSeen++
      if (isOver()) return
      const isFolder = entry.isDirectory()
      if (!isFolder && !entry.isFile()) continue
      const segments = [...inside, entry.name]
      const entryPath = join(path, entry.name)
      if (isFolder && skippedFolders.has(entry.name)) continue
      if (offLimits(segments) !== null || isIgnored(own, segments, isFolder) || isClosed(fence, entryPath)) continue
      const below = segments.slice(start.inside.length)
      if (!isFolder) yield { path: entryPath, segments: below }
      else if (options.mayHold?.(below) !== false) yield* folder(entryPath, segments, own)
      if (performance.now() - lastBreath > BREATHE_MS) {
        await breathe()
        lastBreath = performance.now()
      }
    }
  }

  async function* files(): AsyncGenerator<Walked> {
    yield* folder(start.path, start.inside, await rulesAbove(fence, start, options.signal))
  }
  return { files: files(), cutBecause: () => cut }
}

export function isFile(place: Place, asked: string): boolean {
  const opened = openConfined(place, asked)
  if (!opened.ok) return false
  closeSync(opened.descriptor)
  return opened.stats.isFile()
}

/** What the folders above the start leave out counts below it too. */
async function rulesAbove(fence: Fence, start: Place, signal: AbortSignal): Promise<IgnoreRules[]> {
  const layers: IgnoreRules[] = []
  let path = canonical(fence.workspace) ?? fence.workspace
  for (const [depth, name] of start.inside.entries()) {
    layers.push(...(await ignoreFile(path, depth, signal)))
    path = join(path, name)
  }
  return layers
}

async function ignoreFile(folder: string, depth: number, signal: AbortSignal): Promise<IgnoreRules[]> {
  const opened = openConfined({ path: join(folder, ".gitignore") }, ".gitignore")
  if (!opened.ok) return []
  try {
    if (!opened.stats.isFile()) return []
    const bytes = await readWhole(opened.descriptor, IGNORE_FILE_BYTES, signal)
    return bytes === null ? [] : [parseIgnoreRules(bytes.toString("utf8"), depth)]
  } finally {
    closeSync(opened.descriptor)
  }
}
