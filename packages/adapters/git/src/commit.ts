// Owns: a commit made of git's small parts (index, tree, commit, reference) and not by `git commit`: that one looks into submodules with
// a git of its own, and starts hooks, an editor, a signing program and housekeeping unless each is found and turned off.
import { randomUUID } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { count, showName, showText } from "../../files/src/text.ts"
import { type Answer, answered, listed, programsNotice, refused, secretsNotice } from "./answer.ts"
import { type Changed, readStatus } from "./changed-paths.ts"
import { gitPath, isAtOrBelow, isSecret } from "./paths.ts"
import { type Repository, whyEnded } from "./repository.ts"
import type { GitEnd } from "./run-git.ts"
import { underWay } from "./status.ts"
import type { UserConfig } from "./user-config.ts"

const LIMIT_MS = 120_000
const NO_COMMIT = "0".repeat(40)

export type CommitInput = { readonly message: string; readonly paths?: readonly string[] | undefined }
type Chosen =
  | { readonly ok: true; readonly paths: readonly string[]; readonly left: readonly string[] }
  | { readonly ok: false; readonly because: string }

export async function gitCommit(
  repository: Repository,
  workspace: string,
  user: UserConfig,
  input: CommitInput,
): Promise<Answer> {
  const message = `${input.message.replaceAll("\r\n", "\n").trim()}\n`
  if (message === "\n" || message.includes("\0") || !message.isWellFormed())
    return refused("The message is empty or not plain text.")
  if (user.name === null || user.email === null) {
    return refused(
      'Git does not know who the user is. Ask the user to run: git config --global user.name "Their Name" and git config --global user.email "them@example.com"',
    )
  }
  const going = underWay(repository)
  if (going !== null) return refused(`A ${going} is under way in this repository. It has to be finished or given up first.`)
  const status = await readStatus(repository, true)
  if (!status.ok) return refused(`The state of the repository cannot be read: ${whyEnded(status.end)}`)
  const chosen = choose(repository, workspace, status.changed, input.paths)
  if (!chosen.ok) return refused(chosen.because)
  const filtered = await whatIsFiltered(repository, chosen.paths)
  if (filtered !== null) return refused(filtered)

  const identity = {
    GIT_AUTHOR_NAME: user.name,
    GIT_AUTHOR_EMAIL: user.email,
    GIT_COMMITTER_NAME: user.name,
    GIT_COMMITTER_EMAIL: user.email,
  }
  const made = await commitPaths(repository, status.branch.head, chosen.paths, message, identity)
  if (!made.ok) return refused(made.because)
  const where = status.branch.name === null ? "without a branch" : `on ${showName(status.branch.name)}`
  const subject = showText(message.split("\n", 1)[0] as string)
  const said = `Committed ${count(made.files.length, "file")} as ${made.commit} ${where}: ${subject}`
  const output = [said, listed(made.files), ...secretsNotice(chosen.left), ...programsNotice(made.files)].join("\n")
  return answered(output, Buffer.from(output))
}

function choose(
  repository: Repository,
  workspace: string,
  changed: readonly Changed[],
  asked: readonly string[] | undefined,
): Chosen {
  const conflict = changed.find((each) => each.kind === "conflict")
  if (conflict !== undefined)
    return { ok: false, because: `${showName(conflict.path)} is in conflict. It has to be resolved first.` }
  // A new folder that is a repository of its own ends in a slash; it is not taken in.
  const own = changed.map((each) => each.path).filter((path) => !path.endsWith("/"))
  let paths = own.filter((path) => !isSecret(path))
  if (asked !== undefined) {
    const named: string[] = []
    for (const each of asked) {
      const place = gitPath(repository.workTree, workspace, each)
      if (!place.ok) return place
      if (!paths.some((path) => isAtOrBelow(place.path, path))) {
        return { ok: false, because: `There is nothing to commit at ${showName(each)}: it has not changed, or git ignores it.` }
      }
      named.push(place.path)
    }
    paths = paths.filter((path) => named.some((each) => isAtOrBelow(each, path)))
  }
  const left = asked === undefined ? own.filter(isSecret) : []
  if (paths.length === 0) return { ok: false, because: ["There is nothing to commit.", ...secretsNotice(left)].join(" ") }
  return { ok: true, paths, left }
}

/** Without its filter, a file would be stored as what it is not (the content instead of a pointer to it, the plain text of a secret). */
async function whatIsFiltered(repository: Repository, paths: readonly string[]): Promise<string | null> {
  const end = await repository.run(["check-attr", "-z", "--stdin", "filter"], { input: nulSeparated(paths) })
  if (end.exitCode !== 0) return `The attributes of the files cannot be read: ${whyEnded(end)}`
  const fields = end.output.toString("utf8").split("\0")
  for (let n = 0; n + 2 < fields.length; n += 3) {
    const value = fields[n + 2] as string
    if (value === "unspecified" || value === "unset") continue
    return `${showName(fields[n] as string)} goes through the filter "${showName(value)}" when it is committed. Kibitz runs no filters; ask the user to commit it.`
  }
  return null
}

/** `files` are what really went in: git leaves out names that are dangerous on some disk, and says so only in passing. */
type Made =
  | { readonly ok: true; readonly commit: string; readonly files: readonly string[] }
  | { readonly ok: false; readonly because: string }

async function commitPaths(
  repository: Repository,
  head: string | null,
  paths: readonly string[],
  message: string,
  identity: Readonly<Record<string, string>>,
): Promise<Made> {
  // Beside the repository's own index, so that what the user has staged and not named stays out of the commit.
  const index = join(repository.gitDir, `kibitz-index-${randomUUID()}`)
  const steps = writing(repository)
  const aside = { GIT_INDEX_FILE: index }
  const update = ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"]
  try {
    await steps.run(["read-tree", ...(head === null ? ["--empty"] : [head])], { variables: aside })
    await steps.run(update, { variables: aside, input: nulSeparated(paths) })
    const tree = await steps.run(["write-tree"], { variables: aside })
    if (head !== null && tree === (await steps.run(["rev-parse", "--verify", "--end-of-options", `${head}^{tree}`]))) {
      return { ok: false, because: "There is nothing to commit: the files are as in the last commit." }
    }
    const files = await steps.run(
      head === null
        ? ["ls-tree", "-r", "-z", "--name-only", tree]
        : ["diff-tree", "-r", "-z", "--no-renames", "--name-only", head, tree],
    )
    const parent = head === null ? [] : ["-p", head]
    const commit = await steps.run(["commit-tree", ...parent, "-F", "-", tree], { input: message, variables: identity })
    await steps.run(update, { input: nulSeparated(paths) })
    const reason = `commit: ${message.split("\n", 1)[0]}`
    // Only if the branch still stands where it stood: a commit made meanwhile is not lost.
    await steps.run(["update-ref", "-m", reason, "HEAD", commit, head ?? NO_COMMIT], { variables: identity })
    return { ok: true, commit, files: files.split("\0").filter((path) => path !== "") }
  } catch (cause) {
    if (cause instanceof StepFailed) return { ok: false, because: `Nothing was committed: ${whyEnded(cause.end)}` }
    throw cause
  } finally {
    for (const leftover of [index, `${index}.lock`]) rmSync(leftover, { force: true })
  }
}

class StepFailed extends Error {
  readonly end: GitEnd
  constructor(end: GitEnd) {
    super(end.error)
    this.end = end
  }
}

function writing(repository: Repository) {
  return {
    async run(args: readonly string[], options: { input?: string; variables?: Readonly<Record<string, string>> } = {}) {
      const end = await repository.run(args, { ...options, writes: true, limitMs: LIMIT_MS })
      if (end.exitCode !== 0) throw new StepFailed(end)
      return end.output.toString("utf8").replace(/\n$/, "")
    },
  }
}

function nulSeparated(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join("")
}
