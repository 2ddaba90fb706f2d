// Owns: making a git worktree in two steps: git registers it, then its files are checked out inside the sandbox. No hook, filter or submodule
// takes part, and the project's own folder, index and branch stay as they are. What cannot be finished is taken back.
import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import type { Sandbox, Worktree, WorktreeWish } from "@kibitz/ports"
import type { Found, NotFound } from "./find-repository.ts"
import { openRepository, type Repository, whyEnded } from "./repository.ts"
import { readUserConfig } from "./user-config.ts"

const LIMIT_MS = 120_000

type Means = {
  readonly git: string
  readonly signal: AbortSignal
  readonly find: (root: string) => Found | NotFound
  readonly sandbox?: Sandbox
  readonly hidden?: readonly string[]
  readonly home?: string
}
type Refused = { readonly refused: string }

export async function openWorktree(
  project: Found,
  { root, branch, base }: WorktreeWish & Pick<Worktree, "base">,
  { git, signal, find, sandbox, hidden = [], home }: Means,
): Promise<Worktree | Refused> {
  if (existsSync(root)) return { refused: `There is something at ${root} already.` }
  const user = await readUserConfig(project, { git, home, signal })
  const repository = await openRepository(project, { git, user, signal })
  if (!repository.ok) return { refused: repository.because }
  mkdirSync(dirname(root), { recursive: true, mode: 0o700 })
  const on = branch === null ? ["--detach"] : ["-b", branch]
  const added = await repository.run(["worktree", "add", "--no-checkout", ...on, "--", root, base], { writes: true })
  if (added.exitCode !== 0) return { refused: `The worktree could not be made: ${whyEnded(added)}` }

  const problem = await checkOut()
  if (problem === null) return { root: (find(root) as Found).workTree, branch, base }
  await takeBack(repository, root, branch, base)
  return { refused: `The files could not be checked out: ${problem}` }

  async function checkOut(): Promise<string | null> {
    const made = find(root)
    if (!made.ok) return made.because
    if (made.commonDir !== project.commonDir) return "the worktree belongs to another repository."
    const worktree = await openRepository(made, { git, user, signal, sandbox, hidden })
    if (!worktree.ok) return worktree.because
    const end = await worktree.run(["read-tree", "--reset", "-u", "HEAD"], { writes: true, limitMs: LIMIT_MS })
    return end.exitCode === 0 ? null : whyEnded(end)
  }
}

/** Nobody has worked in it yet. */
async function takeBack(repository: Repository, root: string, branch: string | null, base: string): Promise<void> {
  await repository.run(["worktree", "remove", "--force", "--", root], { writes: true })
  if (branch !== null) await repository.run(["update-ref", "-d", `refs/heads/${branch}`, base], { writes: true })
}
