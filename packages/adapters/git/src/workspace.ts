// Owns: which commit a project folder stands on and which of its files git knows, read so that nothing the repository configures takes part.
import type { Workspace } from "@kibitz/ports"
import { findGit } from "./find-git.ts"
import { rememberingRepositories } from "./find-repository.ts"
import { runGit } from "./run-git.ts"
import { surveyPaths } from "./survey.ts"

const LIMIT_MS = 10_000

export type GitWorkspaceOptions = {
  /** Absolute path of the project folder. */
  readonly workspace: string
  /** Absolute path; looked for when left out. */
  readonly git?: string
}

export function gitWorkspace({ workspace, git = findGit() ?? "" }: GitWorkspaceOptions): Workspace {
  const find = rememberingRepositories()

  /** null: there is no repository, or it did not answer. */
  async function say(...command: readonly string[]): Promise<string | null> {
    const found = git === "" ? null : find(workspace)
    if (!found?.ok) return null
    const args = [`--git-dir=${found.gitDir}`, `--work-tree=${found.workTree}`, ...command]
    const { signal } = new AbortController()
    const { exitCode, output } = await runGit(args, { git, folder: found.workTree, signal, limitMs: LIMIT_MS })
    return exitCode === 0 ? output.toString("utf8") : null
  }

  return {
    async head() {
      const head = (await say("rev-parse", "--verify", "--quiet", "HEAD"))?.trim() ?? ""
      return /^[0-9a-f]{40,64}$/.test(head) ? head : null
    },
    async survey(paths) {
      const found = await surveyPaths(workspace, paths)
      if (!found) return null
      // The index only: no file is looked at, so no filter runs.
      const known = await say("--literal-pathspecs", "ls-files", "-z", "--", ...paths)
      const inGit = known === null ? null : Math.min(found.files, known.split("\0").filter(Boolean).length)
      return { ...found, inGit }
    },
  }
}
