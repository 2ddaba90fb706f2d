// Owns: that a path from a model leads to a file inside the project folder and nowhere else, also while somebody swaps links under our
// feet (T8, T9). The name is checked first, then the canonical path, then what was really opened.
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync, type Stats } from "node:fs"
import { realpath } from "node:fs/promises"
import { dirname, isAbsolute, relative, resolve, sep } from "node:path"
import { offLimits } from "./off-limits.ts"
import { showName } from "./text.ts"

/** What a model can act on: a sentence, not an exception. */
export type Refusal = { readonly ok: false; readonly because: string }
export type Place = { readonly ok: true; readonly path: string; readonly inside: readonly string[] }
export type Opened = { readonly ok: true; readonly descriptor: number; readonly stats: Stats; readonly path: string }

/** Ends the sentence "it is not …", and says what the path is wanted for. */
export type Aim = "read" | "written"

export type Fence = {
  /** The folder that the agent works in. */
  readonly workspace: string
  /** Folders that stay closed even inside the workspace: the app's own data (T13). */
  readonly closed: readonly string[]
}

export async function locate(fence: Fence, asked: string, aim: Aim = "read"): Promise<Place | Refusal> {
  const shown = showName(asked)
  const lexical = lexicalPath(fence, asked)
  if (!lexical.ok) return lexical
  const found = await findOnDisk(lexical.path)
  // A path without a link in it has none in the folder it begins with: what is written is what is there.
  const written = found.ok && found.path === lexical.path ? segmentsInside(resolve(fence.workspace), lexical.path) : null
  if (written !== null) return admitSegments(fence, written, lexical.path, shown, aim)
  const root = canonical(fence.workspace)
  if (root === null) return refuse("The project folder is not there any more.")
  const underRoot = segmentsInside(root, lexical.path) ?? segmentsInside(resolve(fence.workspace), lexical.path)
  if (underRoot === null) return refuse(`${shown} is outside the project folder. Only files inside it can be ${aim}.`)
  const forbidden = offLimits(underRoot)
  if (forbidden !== null) return refuse(`${shown} is not ${aim}: ${forbidden}.`)
  if (found.ok) return admit(fence, root, found.path, asked, aim)
  return found.because === "missing" ? missing(root, lexical.path, shown, aim) : refuse(`${shown} ${found.because}`)
}

/** The path as it is written, made absolute; nothing on the disk is looked at. */
export function lexicalPath(fence: Fence, asked: string): { readonly ok: true; readonly path: string } | Refusal {
  const shown = showName(asked)
  if (asked.includes("\0")) return refuse(`${shown} is not a path: it holds a NUL character.`)
  if (process.platform === "win32" && (/^[\\/]{2}/.test(asked) || /:/.test(asked.replace(/^[A-Za-z]:/, "")))) {
    return refuse(`${shown} is not a plain path. Use a path relative to the project folder.`)
  }
  return { ok: true, path: resolve(fence.workspace, asked) }
}

/** Whether a canonical path may be touched: inside the project, no secret, not the app's own. */
export function admit(fence: Fence, root: string, path: string, asked: string, aim: Aim): Place | Refusal {
  const shown = showName(asked)
  const inside = segmentsInside(root, path)
  if (inside === null) return refuse(`${shown} leads outside the project folder. Only files inside it can be ${aim}.`)
  return admitSegments(fence, inside, path, shown, aim)
}

function admitSegments(fence: Fence, inside: readonly string[], path: string, shown: string, aim: Aim): Place | Refusal {
  const forbidden = offLimits(inside)
  if (forbidden !== null) return refuse(`${shown} is not ${aim}: ${forbidden}.`)
  if (isClosed(fence, path)) return refuse(`${shown} is not ${aim}: it belongs to Kibitz itself.`)
  return { ok: true, path, inside }
}

export function isClosed(fence: Fence, path: string): boolean {
  return fence.closed.some((closed) => {
    const place = canonical(closed) ?? closed
    return segmentsInside(place, path) !== null && !liesIn(place, fence.workspace)
  })
}

/** A workspace that Kibitz made inside its own data is open, and what surrounds it stays closed. */
function liesIn(place: string, workspace: string): boolean {
  return (segmentsInside(place, canonical(workspace) ?? workspace)?.length ?? 0) > 0
}

/** Opens without following a link and without waiting (a FIFO would hang for ever), then checks that it is what was located. */
export function openConfined(place: { readonly path: string }, asked: string): Opened | Refusal {
  let descriptor: number | null = null
  try {
    descriptor = openSync(place.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(descriptor)
    if (isStill(descriptor, stats, place.path)) return { ok: true, descriptor, stats, path: place.path }
    closeSync(descriptor)
    return refuse(`${showName(asked)} was exchanged while it was being opened, so it was not read. Try again.`)
  } catch (cause) {
    if (descriptor !== null) closeSync(descriptor)
    return refuse(`${showName(asked)} ${reasonOf(cause)}`)
  }
}

/** Is the open file still the one at that canonical path? A folder above it may have become a link between the check and the opening. */
export function isStill(descriptor: number, stats: Stats, path: string): boolean {
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path
    } catch {
      // No /proc here: the comparison below does without.
    }
  }
  const there = lstatSync(path)
  return realpathSync.native(path) === path && there.dev === stats.dev && there.ino === stats.ino
}

/** null: not inside. Compared by segment: /project-other does not begin with /project. */
export function segmentsInside(root: string, path: string): string[] | null {
  const rest = relative(root, path)
  if (rest === "") return []
  if (isAbsolute(rest)) return null
  const segments = rest.split(sep)
  return segments[0] === ".." ? null : segments
}

export function refuse(because: string): Refusal {
  return { ok: false, because }
}

/** Ends a sentence that begins with the path. */
export function reasonOf(cause: unknown): string {
  switch ((cause as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "does not exist."
    case "EACCES":
    case "EPERM":
      return "may not be read: the system denies it."
    case "ELOOP":
      return "is a link that leads in a circle, or became one while it was being opened."
    case "ENOTDIR":
      return "does not exist: a part of the path is a file, not a folder."
    case "EISDIR":
      return "is a folder. Use list_directory to see what is in it."
    case "ENAMETOOLONG":
      return "is too long for a path."
    case "ENXIO":
    case "ENODEV":
    case "EOPNOTSUPP":
      return "is a socket or a device, not a file."
    case "EMFILE":
    case "ENFILE":
      return "cannot be opened now: too many files are open. Try again."
    default:
      return `cannot be read (${(cause as NodeJS.ErrnoException).code ?? "unknown error"}).`
  }
}

/** The same name can be stored with composed or decomposed letters; a model writes the one, a disk may hold the other. */
export async function findOnDisk(lexical: string): Promise<{ ok: true; path: string } | { ok: false; because: string }> {
  for (const spelling of spellingsOf(lexical)) {
    try {
      return { ok: true, path: hasJustAnswered(dirname(spelling)) ? realpathSync.native(spelling) : await realPathOf(spelling) }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") return { ok: false, because: reasonOf(cause) }
    }
  }
  return { ok: false, because: "missing" }
}

/** As it is written first, which is nearly always what is there. */
function* spellingsOf(lexical: string): Iterable<string> {
  yield lexical
  const others = new Set([lexical.normalize("NFC"), lexical.normalize("NFD")])
  others.delete(lexical)
  yield* others
}

/** How long a disk that has answered is taken to be alive. */
const ALIVE_MS = 1_000
/** When the disk last answered for a folder. */
const answered = new Map<string, number>()
const FOLDERS_KEPT = 256

// A dead network disk hangs at this first look, which is why it goes through the thread pool: it holds up nobody there. Right after the
// folder has answered, and for all that follows, a direct call is many times quicker than that trip. The path itself is never kept:
// links are followed anew each time (T9).
async function realPathOf(path: string): Promise<string> {
  const found = await realpath(path)
  if (answered.size >= FOLDERS_KEPT) answered.clear()
  answered.set(dirname(path), performance.now())
  return found
}

function hasJustAnswered(folder: string): boolean {
  return performance.now() - (answered.get(folder) ?? Number.NEGATIVE_INFINITY) < ALIVE_MS
}

/** Says "does not exist" only of places inside: otherwise a link would be a way to ask what exists elsewhere. */
function missing(root: string, lexical: string, shown: string, aim: Aim): Refusal {
  for (let child = lexical, parent = dirname(child); ; child = parent, parent = dirname(child)) {
    const real = canonical(parent)
    if (real === null && parent !== child) continue
    const isInside = real !== null && segmentsInside(root, real) !== null && !isLink(child)
    return refuse(
      isInside ? `${shown} does not exist.` : `${shown} leads outside the project folder. Only files inside it can be ${aim}.`,
    )
  }
}

export function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch {
    return false
  }
}

export function canonical(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
