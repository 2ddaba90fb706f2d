// Owns: where a file that is to be written will really lie, before any of it exists. Links above it are resolved and checked; the
// file itself is never a link (T9).
import { lstatSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { isSensitivePath } from "@kibitz/contract"
import { admit, canonical, type Fence, findOnDisk, isLink, lexicalPath, type Refusal, refuse, segmentsInside } from "./confine.ts"
import { offLimits } from "./off-limits.ts"
import { showName } from "./text.ts"

export type Target = {
  readonly ok: true
  /** Canonical. */
  readonly path: string
  readonly name: string
  /** The deepest folder that exists, canonical, and the ones to be made below it. */
  readonly base: string
  readonly folders: readonly string[]
}

export async function locateTarget(fence: Fence, asked: string): Promise<Target | Refusal> {
  const shown = showName(asked)
  if (/[\\/]\.{0,2}$/.test(asked) || asked === "." || asked === "..") {
    return refuse(`${shown} names a folder, not a file that could be written.`)
  }
  const lexical = lexicalPath(fence, asked)
  if (!lexical.ok) return lexical
  const found = await deepestFolder(dirname(lexical.path))
  const root = canonical(fence.workspace)
  if (root === null) return refuse("The project folder is not there any more.")
  const underRoot = segmentsInside(root, lexical.path) ?? segmentsInside(resolve(fence.workspace), lexical.path)
  if (underRoot === null) return refuse(`${shown} is outside the project folder. Only files inside it can be written.`)
  if (underRoot.length === 0) return refuse(`${shown} is the project folder itself, not a file that could be written.`)
  const forbidden = offLimits(underRoot)
  if (forbidden !== null) return refuse(`${shown} is not written: ${forbidden}.`)

  if (!found.ok) return refuse(`${shown} ${found.because}`)
  const name = found.folders.length === 0 ? nameOnDisk(found.base, basename(lexical.path)) : basename(lexical.path)
  const place = admit(fence, root, join(found.base, ...found.folders, name), asked, "written")
  if (!place.ok) return place
  if (isLink(join(found.base, found.folders[0] ?? name))) {
    return refuse(`${shown} is a link, and nothing is written through a link. Give the path of the file itself.`)
  }
  const real = place.inside.join("/")
  // The gate has judged the path as it was given, and knows no links (T12).
  if (isSensitivePath(real) && !isSensitivePath(asked)) {
    return refuse(`${shown} leads to ${showName(real)}, which tells programs or agents what to do. Give the file's own path.`)
  }
  return { ok: true, path: place.path, name, base: found.base, folders: found.folders }
}

type Deepest = { ok: true; base: string; folders: string[] } | { ok: false; because: string }

async function deepestFolder(folder: string): Promise<Deepest> {
  const folders: string[] = []
  for (let path = folder; ; path = dirname(path)) {
    const found = await findOnDisk(path)
    if (found.ok) return { ok: true, base: found.path, folders }
    // At the root of the disk there is nothing above that could be found.
    if (found.because !== "missing" || dirname(path) === path) return found
    folders.unshift(basename(path))
  }
}

/** The same name can be stored with composed or decomposed letters; a second file that looks the same would help nobody. */
function nameOnDisk(folder: string, name: string): string {
  const spellings = [name, name.normalize("NFC"), name.normalize("NFD")]
  return spellings.find((each) => exists(join(folder, each))) ?? name
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
