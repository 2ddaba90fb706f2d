// Owns: finding the files inside a project that hold nothing but a secret, so that they do not exist for programs (T9, T17): a name that is
// put together at run time, or a search through everything, gets past any rule about words.
import { type Dirent, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { offLimits } from "../../../files/src/off-limits.ts"

/** Made by tools out of what is elsewhere, and large. */
const skipped = new Set([".git", "node_modules", ".venv", "target", "dist", "build", ".next", ".cache"])
/** Breadth first, so that what is near the top is always found. */
const MOST_FOLDERS = 3_000
const MOST_SECRETS = 200

type Listing = { readonly changed: number; readonly secrets: readonly string[]; readonly folders: readonly string[] }

/** Remembers each folder until it changes: looking again costs one question per folder. */
export function projectSecretsFinder(): (workspace: string) => readonly string[] {
  const known = new Map<string, Listing>()
  return (workspace) => {
    const found: string[] = []
    const waiting = [workspace]
    for (let at = 0; at < waiting.length && at < MOST_FOLDERS && found.length < MOST_SECRETS; at++) {
      const folder = waiting[at] as string
      const listing = list(folder, known.get(folder))
      if (listing === null) continue
      known.set(folder, listing)
      found.push(...listing.secrets)
      waiting.push(...listing.folders)
    }
    if (known.size > 2 * MOST_FOLDERS) known.clear()
    return found.slice(0, MOST_SECRETS)
  }
}

function list(folder: string, known: Listing | undefined): Listing | null {
  try {
    const changed = statSync(folder).mtimeMs
    if (known?.changed === changed) return known
    const secrets: string[] = []
    const folders: string[] = []
    for (const entry of readdirSync(folder, { withFileTypes: true })) sort(folder, entry, secrets, folders)
    return { changed, secrets, folders }
  } catch {
    // What cannot be looked into by us cannot be by the program either.
    return null
  }
}

function sort(folder: string, entry: Dirent, secrets: string[], folders: string[]): void {
  const { name } = entry
  if (skipped.has(name)) return
  const path = join(folder, name)
  if (entry.isDirectory()) {
    // A folder that holds keys is one whose content is off limits.
    if (offLimits([name, "x"]) !== null) secrets.push(path)
    else folders.push(path)
  } else if (offLimits([name]) !== null) secrets.push(path)
}
