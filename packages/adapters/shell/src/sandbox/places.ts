// Owns: comparing places on disk: by segment, never by prefix, and by what a path really leads to (T8, T9).
import { lstatSync, realpathSync } from "node:fs"
import { dirname } from "node:path"

/** True for the folder itself too. Both are absolute and without `.`, `..` or a slash at the end. */
export function isInside(folder: string, path: string): boolean {
  if (folder === path || folder === "/") return true
  return path.length > folder.length && path[folder.length] === "/" && path.startsWith(folder)
}

/** Where a path leads in the end; null when there is nothing. */
export function realPlace(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

export type Kind = "folder" | "file" | "link" | "other" | "nothing"

export function kindOf(path: string): Kind {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return "nothing"
  if (stats.isSymbolicLink()) return "link"
  if (stats.isDirectory()) return "folder"
  return stats.isFile() ? "file" : "other"
}

/** Existing places only, as they really are, each once, none inside another of them. */
export function outermost(paths: readonly string[]): string[] {
  const real = [...new Set(paths.map(realPlace).filter((path) => path !== null))]
  return real.filter((path) => !real.some((other) => other !== path && isInside(other, path)))
}

/** The folders above the given places, up to and including `around`. Places elsewhere add none. */
export function onTheWay(around: string, places: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const place of places) {
    for (let above = dirname(place); isInside(around, above); above = dirname(above)) folders.add(above)
  }
  return [...folders]
}
