// Owns: which repository belongs to a project folder. An agent can rewrite the `.git` file of a worktree; git would follow it to any
// settings (G6). Here the pointer, the way back and what was seen before have to agree.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from "node:fs"
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path"

const POINTER_BYTES = 8192

export type Found = {
  readonly ok: true
  /** Canonical. */
  readonly workTree: string
  readonly gitDir: string
  /** The same, unless this is one of several working trees. */
  readonly commonDir: string
}
export type NotFound = {
  readonly ok: false
  /** suspect: there is something, and it is not what it should be. */
  readonly kind: "none" | "suspect"
  readonly because: string
}

export function findRepository(workspace: string): Found | NotFound {
  const workTree = canonical(workspace)
  if (workTree === null) return { ok: false, kind: "none", because: "The project folder is not there any more." }
  const dotGit = join(workTree, ".git")
  const stats = lookAt(dotGit)
  if (stats === null) {
    return { ok: false, kind: "none", because: "The project folder is not the top folder of a git repository." }
  }
  if (stats.isSymbolicLink()) return suspect("`.git` is a link. It is not followed.")
  if (!isOurs(stats)) return suspect("`.git` belongs to another user of this machine, whose settings are not used.")
  if (stats.isDirectory()) return ownRepository(workTree, dotGit)
  return stats.isFile() ? workTreeOf(workTree, dotGit) : suspect("`.git` is neither a folder nor a file.")
}

function ownRepository(workTree: string, gitDir: string): Found | NotFound {
  for (const name of ["commondir", "gitdir"]) {
    if (lookAt(join(gitDir, name)) !== null)
      return suspect(`\`.git/${name}\` points elsewhere, which a repository's own folder never does.`)
  }
  if (!lookAt(join(gitDir, "HEAD"))?.isFile()) return suspect("`.git` is a folder, but not a repository.")
  return { ok: true, workTree, gitDir, commonDir: gitDir }
}

/** A worktree's `.git` names its folder <repository>/worktrees/<name>, which in turn names that `.git`. */
function workTreeOf(workTree: string, dotGit: string): Found | NotFound {
  const pointer = readPointer(dotGit)
  const named = pointer?.startsWith("gitdir: ") ? resolve(workTree, pointer.slice("gitdir: ".length)) : null
  const gitDir = named === null ? null : canonical(named)
  if (gitDir === null) return suspect("`.git` is a file that points nowhere.")
  if (isInside(workTree, gitDir))
    return suspect(`\`.git\` points to ${gitDir}, inside the project folder, where anybody could have made it.`)
  const back = readPointer(join(gitDir, "gitdir"))
  if (back === null || canonical(dirname(resolve(gitDir, back))) !== workTree || basename(back) !== ".git") {
    return suspect(`\`.git\` points to ${gitDir}, which does not point back to this project folder.`)
  }
  const common = readPointer(join(gitDir, "commondir"))
  const commonDir = common === null ? null : canonical(resolve(gitDir, common))
  if (commonDir === null || dirname(gitDir) !== join(commonDir, "worktrees") || !lookAt(join(commonDir, "HEAD"))?.isFile()) {
    return suspect(`\`.git\` points to ${gitDir}, which is not among the working trees of a repository.`)
  }
  for (const folder of [gitDir, commonDir]) {
    const stats = lookAt(folder)
    if (stats === null || !stats.isDirectory() || !isOurs(stats))
      return suspect(`${folder} belongs to another user of this machine.`)
  }
  return { ok: true, workTree, gitDir, commonDir }
}

/** Remembers which repository a folder had: one that comes in its place later is not used. */
export function rememberingRepositories(): (workspace: string) => Found | NotFound {
  const seen = new Map<string, string>()
  return (workspace) => {
    const found = findRepository(workspace)
    if (!found.ok) return found
    const before = seen.get(found.workTree)
    if (before !== undefined && before !== found.gitDir) {
      return suspect(`\`.git\` has led to ${before} until now and leads to ${found.gitDir} instead.`)
    }
    seen.set(found.workTree, found.gitDir)
    return found
  }
}

function suspect(because: string): NotFound {
  return { ok: false, kind: "suspect", because: `This repository is not used: ${because}` }
}

/** The first line of a small plain file. */
function readPointer(path: string): string | null {
  let descriptor: number | null = null
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > POINTER_BYTES) return null
    const buffer = Buffer.alloc(POINTER_BYTES)
    const text = buffer.subarray(0, readSync(descriptor, buffer, 0, POINTER_BYTES, 0)).toString("utf8")
    const line = text.replace(/[\r\n]+$/, "")
    return line === "" || /[\0\r\n]/.test(line) ? null : line
  } catch {
    return null
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

/** With the folder named, git itself does not ask whose it is. */
function isOurs(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid()
}

function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path)
  return !isAbsolute(rest) && rest.split(sep)[0] !== ".."
}

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function canonical(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
