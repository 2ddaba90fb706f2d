// Owns: carrying out the git capabilities for a Permit. Whether it may be done was decided before.
import { type CapabilityName, capabilities } from "@kibitz/contract"
import type { Permit, Sandbox, ToolEvent, Tools } from "@kibitz/ports"
import { type Answer, refused } from "./answer.ts"
import { gitCommit } from "./commit.ts"
import { gitDiff } from "./diff.ts"
import { findGit } from "./find-git.ts"
import { rememberingRepositories } from "./find-repository.ts"
import { openRepository } from "./repository.ts"
import { gitStatus } from "./status.ts"
import { readUserConfig } from "./user-config.ts"

export type GitToolsOptions = {
  /** Absolute path; looked for when left out. */
  readonly git?: string
  /** Where there is one, git runs inside it as well. */
  readonly sandbox?: Sandbox
  /** Folders that git does not see inside the sandbox: the app's own data. */
  readonly hidden?: readonly string[]
  /** Whose git settings say who commits; the user's own home when left out. */
  readonly home?: string
}

export const gitCapabilities = ["git_status", "git_diff", "git_commit"] as const satisfies readonly CapabilityName[]
export type GitCapability = (typeof gitCapabilities)[number]

export function gitTools(options: GitToolsOptions = {}): Tools {
  const git = options.git ?? findGit()
  const find = rememberingRepositories()

  async function carryOut(permit: Permit, signal: AbortSignal): Promise<Answer> {
    const capability = gitCapabilities.find((each) => each === permit.capability)
    if (capability === undefined) return refused(`There is no tool for ${String(permit.capability)} here.`)
    const input = capabilities[capability].input.safeParse(permit.input)
    if (!input.success) return refused(`The input does not fit: ${input.error.issues[0]?.message}.`)
    if (signal.aborted) return refused("The call was stopped before it began.")
    if (git === null) return refused("Git is not installed on this machine.")
    const found = find(permit.workspace)
    if (!found.ok) return refused(found.because)
    const user = await readUserConfig(found, { git, home: options.home, signal })
    const { sandbox, hidden = [] } = options
    const repository = await openRepository(found, { git, user, signal, sandbox, hidden })
    if (!repository.ok) return refused(repository.because)
    switch (capability) {
      case "git_status":
        return gitStatus(repository)
      case "git_diff":
        return gitDiff(repository, permit.workspace, capabilities.git_diff.input.parse(permit.input))
      case "git_commit":
        return gitCommit(repository, permit.workspace, user, capabilities.git_commit.input.parse(permit.input))
      default:
        return refused(`There is no tool for ${String(capability satisfies never)} here.`)
    }
  }

  return {
    async *run(permit, signal): AsyncGenerator<ToolEvent> {
      const answer = await carryOut(permit, signal).catch((cause: unknown) => {
        return refused(`The call failed inside the tool: ${cause instanceof Error ? cause.message : String(cause)}`)
      })
      yield { type: "end", ...answer }
    },
  }
}
