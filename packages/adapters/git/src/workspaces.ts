// Owns: which commit a workspace is on and which of its files git knows, read so that nothing the repository configures takes part.
import type { Sandbox, Workspaces } from "@kibitz/ports"
import { findGit } from "./find-git.ts"
import { rememberingRepositories } from "./find-repository.ts"
import { openWorktree } from "./open-worktree.ts"
import { runGit } from "./run-git.ts"
import { surveyPaths } from "./survey.ts"

const LIMIT_MS = 10_000

export type GitWorkspacesOptions = {
  /** Absolute path; looked for when left out. */
  readonly git?: string
  /** Where there is one, files are checked out inside it. */
  readonly sandbox?: Sandbox
  /** Folders that git does not see inside the sandbox: the app's own data. */
  readonly hidden?: readonly string[]
  /** Whose git settings say how files are checked out; the user's own home when left out. */
  readonly home?: string
}

export function gitWorkspaces({ git = findGit() ?? "", ...options }: GitWorkspacesOptions = {}): Workspaces {
  const find = rememberingRepositories()

  /** null: there is no repository, or it did not answer. */
  async function say(root: string, ...command: readonly string[]): Promise<string | null> {
    const found = git === "" ? null : find(root)
    if (!found?.ok) return null
    const args = [`--git-dir=${found.gitDir}`, `--work-tree=${found.workTree}`, ...command]
    const { signal } = new AbortController()
    const { exitCode, output } = await runGit(args, { git, folder: found.workTree, signal, limitMs: LIMIT_MS })
    return exitCode === 0 ? output.toString("utf8") : null
  }

  async function head(root: string): Promise<string | null> {
    const commit = (await say(root, "rev-parse", "--verify", "--quiet", "HEAD"))?.trim() ?? ""
    return /^[0-9a-f]{40,64}$/.test(commit) ? commit : null
  }

  return {
    head,
    async survey(root, paths) {
      const found = await surveyPaths(root, paths)
      if (!found) return null
      // The index only: no file is looked at, so no filter runs.
      const known = await say(root, "--literal-pathspecs", "ls-files", "-z", "--", ...paths)
      const inGit = known === null ? null : Math.min(found.files, known.split("\0").filter(Boolean).length)
      return { ...found, inGit }
    },
    async openWorktree(wish, signal) {
      const project = git === "" ? null : find(wish.project)
      if (project === null) return { refused: "Git is not installed on this machine." }
      if (!project.ok) return { refused: project.because }
      const base = await head(wish.project)
      if (base === null) return { refused: "The project has no commit yet that a worktree could start from." }
      try {
        return await openWorktree(project, { ...wish, base }, { git, ...options, find, signal })
      } catch (cause) {
        return { refused: `The worktree could not be made: ${cause instanceof Error ? cause.message : String(cause)}` }
      }
    },
  }
}
