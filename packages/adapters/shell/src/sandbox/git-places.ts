// Owns: which parts of a repository a confined program may not write: what git runs or obeys (G1, G5, G6), and what belongs to another
// workspace of the same repository. Everything else in `.git` stays writable, or nobody could commit.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { isInside, kindOf, onTheWay, realPlace } from "./places.ts"

export type GitPlaces = {
  /**
   * Bound writable, each as a mount of its own: a mount point cannot be renamed away and replaced. A folder that only contains one can,
   * so every folder between the repository and a read-only place is here.
   */
  readonly writable: readonly string[]
  /** Bound read-only, after the writable ones. */
  readonly readOnly: readonly string[]
}

const nothing: GitPlaces = { writable: [], readOnly: [] }

/**
 * `.git/config` and `.git/hooks` that do not exist yet are made, empty, so that there is something to bind: a program could create them
 * otherwise. A folder without `.git` gets no protection: `git init` is ordinary work, and our own git never obeys what it finds.
 */
export function gitPlaces(workspace: string, write: boolean): GitPlaces {
  const git = join(workspace, ".git")
  switch (kindOf(git)) {
    case "folder":
      return inRepository(workspace, git, write)
    case "file":
      return inWorktree(workspace, git, write)
    default:
      return nothing
  }
}

function inRepository(workspace: string, git: string, write: boolean): GitPlaces {
  if (!write) return nothing
  const guarded = guardedIn(git)
  if (guarded === null) return { writable: [], readOnly: [git] }
  const others = entriesIn(join(git, "worktrees")).filter((entry) => !liesIn(workspace, entry))
  const readOnly = [...guarded, ...others]
  return { writable: onTheWay(git, readOnly), readOnly }
}

/**
 * A worktree's `.git` is a file that names a folder elsewhere, and an agent may have rewritten it. The folder is shown only if it points
 * back to this very worktree, which nobody can arrange from inside.
 */
function inWorktree(workspace: string, git: string, write: boolean): GitPlaces {
  const named = /^gitdir: (.+?)\r?\n?$/.exec(firstBytes(git))?.[1]
  const gitDir = named === undefined ? null : realPlace(resolve(workspace, named))
  const common = gitDir === null ? null : dirname(dirname(gitDir))
  if (gitDir === null || common === null || !isWorktreeOf(common, gitDir, git)) return { writable: [], readOnly: [git] }
  if (isInside(workspace, common)) return { writable: [], readOnly: [git] }
  if (!write) return { writable: [], readOnly: [common] }
  const guarded = guardedIn(common)
  if (guarded === null) return { writable: [], readOnly: [common, git] }
  const readOnly = [...guarded, ...existing(common, ownOfProject), ...worktreeEntries(gitDir)]
  return { writable: onTheWay(common, readOnly), readOnly: [...readOnly, git] }
}

/**
 * What git obeys in every repository. null when it cannot be protected: a mount covers what a link leads to, and the link itself could
 * then be exchanged. Such a repository is not writable.
 */
function guardedIn(common: string): string[] | null {
  const obeyed = [join(common, "config"), join(common, "hooks")]
  const folders = [join(common, "worktrees"), join(common, "logs")]
  if ([...obeyed, ...folders].some((place) => kindOf(place) === "link")) return null
  return obeyed.every(madeIfMissing) ? [...obeyed, ...existing(common, ["config.worktree"])] : null
}

/** What git keeps for the project's own folder alone: the commit it is on, and what is staged there. */
const ownOfProject = ["HEAD", "index", "logs/HEAD"]

/** A worktree's own entry is writable except for the pointers in it, which say what repository this is. The entries of others are not. */
function worktreeEntries(gitDir: string): string[] {
  const others = entriesIn(dirname(gitDir)).filter((entry) => entry !== gitDir)
  return [...existing(gitDir, ["gitdir", "commondir", "config.worktree"]), ...others]
}

/** git keeps one folder for each worktree. */
function entriesIn(worktrees: string): string[] {
  if (kindOf(worktrees) !== "folder") return []
  const all = readdirSync(worktrees).map((name) => join(worktrees, name))
  return all.filter((place) => kindOf(place) === "folder")
}

/** A worktree inside the project is the project's own matter: a command may have made it there. */
function liesIn(workspace: string, entry: string): boolean {
  const back = firstBytes(join(entry, "gitdir")).trim()
  return back !== "" && isInside(workspace, resolve(entry, back))
}

function isWorktreeOf(common: string, gitDir: string, git: string): boolean {
  if (basename(dirname(gitDir)) !== "worktrees") return false
  if (!["HEAD", "objects", "refs"].every((name) => existsSync(join(common, name)))) return false
  const back = firstBytes(join(gitDir, "gitdir")).trim()
  return back !== "" && realPlace(resolve(gitDir, back)) === realPlace(git)
}

function existing(folder: string, names: readonly string[]): string[] {
  return names.map((name) => join(folder, name)).filter((place) => kindOf(place) === "file")
}

function madeIfMissing(place: string): boolean {
  if (kindOf(place) !== "nothing") return true
  try {
    if (basename(place) === "hooks") mkdirSync(place)
    else writeFileSync(place, "", { flag: "wx" })
    return true
  } catch {
    return kindOf(place) !== "nothing"
  }
}

function firstBytes(path: string): string {
  try {
    return kindOf(path) === "file" ? readFileSync(path, "utf8").slice(0, 8192) : ""
  } catch {
    return ""
  }
}
