// Owns: the branch and what has changed, a line each.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { showName } from "../../files/src/text.ts"
import { type Answer, answered, programsNotice, refused } from "./answer.ts"
import { type Branch, readStatus } from "./changed-paths.ts"
import { type Repository, whyEnded } from "./repository.ts"

const SHOWN_FILES = 1000

export async function gitStatus(repository: Repository): Promise<Answer> {
  const status = await readStatus(repository, false)
  if (!status.ok) return refused(`The state of the repository cannot be read: ${whyEnded(status.end)}`)
  const lines = [
    branchLine(status.branch),
    ...status.changed.slice(0, SHOWN_FILES).map(({ state, path }) => `${state} ${showName(path)}`),
  ]
  if (status.changed.length > SHOWN_FILES) lines.push(`[the first ${SHOWN_FILES} of ${status.changed.length} changed files]`)
  if (status.changed.length === 0) lines.push("[nothing has changed]")
  const going = underWay(repository)
  if (going !== null) lines.push(`[a ${going} is under way]`)
  const output = [...lines, ...programsNotice(status.changed.map(({ path }) => path))].join("\n")
  return answered(output, Buffer.from(output))
}

function branchLine({ head, name, upstream, distance }: Branch): string {
  const where = name === null ? "Not on a branch" : `On branch ${showName(name)}`
  const at = head === null ? "no commit yet" : `at ${head.slice(0, 12)}`
  const [ahead = "+0", behind = "-0"] = distance?.split(" ") ?? []
  const beside = upstream === null ? "" : `; ${showName(upstream)}: ${ahead.slice(1)} ahead, ${behind.slice(1)} behind`
  return `${where}, ${at}${beside}`
}

/** What a commit from outside would break into. */
export function underWay(repository: Repository): string | null {
  const signs = {
    MERGE_HEAD: "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    CHERRY_PICK_HEAD: "cherry-pick",
    REVERT_HEAD: "revert",
    BISECT_LOG: "bisect",
  }
  return Object.entries(signs).find(([name]) => existsSync(join(repository.gitDir, name)))?.[1] ?? null
}
