// Owns: which commit a project folder stands on, read so that nothing the repository configures takes part.
import type { Workspace } from "@kibitz/ports"
import { findGit } from "./find-git.ts"
import { rememberingRepositories } from "./find-repository.ts"
import { runGit } from "./run-git.ts"

const LIMIT_MS = 10_000

export type GitWorkspaceOptions = {
  /** Absolute path of the project folder. */
  readonly workspace: string
  /** Absolute path; looked for when left out. */
  readonly git?: string
}

export function gitWorkspace({ workspace, git = findGit() ?? "" }: GitWorkspaceOptions): Workspace {
  const find = rememberingRepositories()
  return {
    async head() {
      const found = git === "" ? null : find(workspace)
      if (!found?.ok) return null
      const args = [`--git-dir=${found.gitDir}`, `--work-tree=${found.workTree}`, "rev-parse", "--verify", "--quiet", "HEAD"]
      const { signal } = new AbortController()
      const { exitCode, output } = await runGit(args, { git, folder: found.workTree, signal, limitMs: LIMIT_MS })
      const head = output.toString("utf8").trim()
      return exitCode === 0 && /^[0-9a-f]{40,64}$/.test(head) ? head : null
    },
  }
}
