// Owns: changes as a diff, without programs of the repository's choice and without the content of secret files.
import { showBytes } from "../../files/src/text.ts"
import { type Answer, answered, programsNotice, refused, secretsNotice } from "./answer.ts"
import { gitPath, isAtOrBelow, isSecret } from "./paths.ts"
import { type Repository, whyEnded } from "./repository.ts"

const OUTPUT_BYTES = 200_000
/** One call of git takes so many names at a time: a command line has an end. */
const NAMES_PER_CALL = 500

const plainDiff = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-renames",
  "--ignore-submodules=all",
  "--submodule=short",
  "-O/dev/null",
]
const shape = ["--src-prefix=a/", "--dst-prefix=b/", "--no-relative", "--unified=3"]

export type DiffInput = { readonly staged?: boolean | undefined; readonly path?: string | undefined }

export async function gitDiff(repository: Repository, workspace: string, input: DiffInput): Promise<Answer> {
  const wanted = gitPath(repository.workTree, workspace, input.path ?? ".")
  if (!wanted.ok) return refused(wanted.because)
  const command = ["diff", ...(input.staged === true ? ["--cached"] : []), ...plainDiff]
  const names = await repository.run([...command, "--name-only", "-z"])
  if (names.exitCode !== 0) return refused(`The changes cannot be read: ${whyEnded(names)}`)
  const changed = names.output
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "" && isAtOrBelow(wanted.path, path))
  const shown = changed.filter((path) => !isSecret(path))

  const pieces: Buffer[] = []
  let room = OUTPUT_BYTES
  let cut = false
  for (let at = 0; at < shown.length && !cut; at += NAMES_PER_CALL) {
    const end = await repository.run([...command, ...shape, "--", ...shown.slice(at, at + NAMES_PER_CALL)], { outputBytes: room })
    if (end.exitCode !== 0 && end.ended !== "too-much") return refused(`The changes cannot be read: ${whyEnded(end)}`)
    pieces.push(end.output)
    room -= end.output.length
    cut = end.ended === "too-much" || (room <= 0 && at + NAMES_PER_CALL < shown.length)
  }
  const raw = Buffer.concat(pieces)
  const notices = cut ? [`[cut after ${OUTPUT_BYTES.toLocaleString("en")} bytes; give a path to see a part of the changes]`] : []
  if (changed.length === 0)
    notices.push(input.staged === true ? "[nothing is staged there]" : "[nothing has changed there; new files are not shown]")
  notices.push(...secretsNotice(changed.filter(isSecret)), ...programsNotice(shown))
  return answered([...textOf(raw), ...notices].join("\n"), raw)
}

function textOf(raw: Buffer): string[] {
  const lines: string[] = []
  for (let at = 0; at < raw.length; ) {
    const found = raw.indexOf(10, at)
    const end = found === -1 ? raw.length : found
    lines.push(showBytes(raw.subarray(at, end)).text)
    at = end + 1
  }
  return lines
}
