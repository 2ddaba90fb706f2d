// Owns: finding the files inside a project that hold nothing but a secret, so that they do not exist for programs (T9, T17), and those that
// tell programs or agents what to do, so that only who was allowed to changes them (T12): a name that is put together at run time, a link,
// or a search through everything gets past any rule about words.
import { type Dirent, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { type Confinement, isSensitiveFolder, isSensitivePath } from "@kibitz/contract"
import { offLimits } from "../../../files/src/off-limits.ts"
import { isInside, outermost, realPlace } from "./places.ts"

/** Made by tools out of what is elsewhere, and large. */
const skipped = new Set([".git", "node_modules", ".venv", "target", "dist", "build", ".next", ".cache"])
/** Breadth first, so that what is near the top is always found. */
const MOST_FOLDERS = 3_000
const MOST_SECRETS = 200
const MOST_SENSITIVE = 500

/** As they are called; `sensitive` may be links. */
export type ProjectPlaces = { readonly secrets: readonly string[]; readonly sensitive: readonly string[] }
type Listing = ProjectPlaces & { readonly changed: number; readonly folders: readonly string[] }

/** Remembers each folder until it changes: looking again costs one question per folder. */
export function projectPlacesFinder(): (workspace: string) => ProjectPlaces {
  const known = new Map<string, Listing>()
  return (workspace) => {
    const secrets: string[] = []
    const sensitive: string[] = []
    const waiting = [workspace]
    for (let at = 0; at < waiting.length && at < MOST_FOLDERS; at++) {
      if (secrets.length >= MOST_SECRETS && sensitive.length >= MOST_SENSITIVE) break
      const folder = waiting[at] as string
      const listing = list(folder, known.get(folder))
      if (listing === null) continue
      known.set(folder, listing)
      secrets.push(...listing.secrets)
      sensitive.push(...listing.sensitive)
      waiting.push(...listing.folders)
    }
    if (known.size > 2 * MOST_FOLDERS) known.clear()
    return { secrets: secrets.slice(0, MOST_SECRETS), sensitive: sensitive.slice(0, MOST_SENSITIVE) }
  }
}

/** What a program that may write the project may not write all the same; of a link, what it leads to. */
export function guardedPlaces(workspace: string, { sensitive }: ProjectPlaces, { write, ...may }: Confinement): string[] {
  if (!write || may.sensitive === true) return []
  // Outside nothing can be written anyway, and a link to the project itself must not close all of it.
  const real = sensitive.map((place) => realPlace(place) ?? workspace)
  return outermost(real.filter((place) => place !== workspace && isInside(workspace, place)))
}

function list(folder: string, known: Listing | undefined): Listing | null {
  try {
    const changed = statSync(folder).mtimeMs
    if (known?.changed === changed) return known
    const listing = { changed, secrets: [], sensitive: [], folders: [] }
    for (const entry of readdirSync(folder, { withFileTypes: true })) sort(folder, entry, listing)
    return listing
  } catch {
    // What cannot be looked into by us cannot be by the program either.
    return null
  }
}

type Sorted = { readonly secrets: string[]; readonly sensitive: string[]; readonly folders: string[] }

function sort(folder: string, entry: Dirent, { secrets, sensitive, folders }: Sorted): void {
  const { name } = entry
  if (skipped.has(name)) return
  const path = join(folder, name)
  const isFolder = entry.isDirectory()
  // A folder that holds keys is one whose content is off limits.
  if (offLimits(isFolder ? [name, "x"] : [name]) !== null) {
    secrets.push(path)
    return
  }
  if (isFolder) folders.push(path)
  const isSensitive = isSensitivePath(name) || isSensitiveFolder(name)
  if (isSensitive && (isFolder || entry.isFile() || entry.isSymbolicLink())) sensitive.push(path)
}
