// Owns: reading what git says has changed. Asked for with NUL between the names, so that no name can pretend to be two (T15, G7).

import type { Repository } from "./repository.ts"
import type { GitEnd } from "./run-git.ts"

export type Changed = {
  /** Two letters as `git status` shows them: staged, then not staged; ?? for a new file. */
  readonly state: string
  readonly path: string
  readonly kind: "tracked" | "new" | "conflict"
}
export type Branch = {
  readonly head: string | null
  readonly name: string | null
  readonly upstream: string | null
  readonly distance: string | null
}
export type Status = { readonly ok: true; readonly branch: Branch; readonly changed: readonly Changed[] }

const args = [
  "status",
  "--porcelain=v2",
  "--branch",
  "-z",
  "--no-renames",
  // A submodule is looked at by a git of its own, which none of the precautions here would reach (G8).
  "--ignore-submodules=all",
]

export async function readStatus(repository: Repository, every: boolean): Promise<Status | { ok: false; end: GitEnd }> {
  const end = await repository.run([...args, `--untracked-files=${every ? "all" : "normal"}`])
  if (end.exitCode !== 0) return { ok: false, end }
  const status = parseStatus(end.output.toString("utf8"))
  return { ...status, changed: status.changed.filter(({ kind, path }) => kind !== "new" || !repository.isIgnoredByUser(path)) }
}

export function parseStatus(output: string): Status {
  const branch = { head: null, name: null, upstream: null, distance: null } as { -readonly [key in keyof Branch]: Branch[key] }
  const changed: Changed[] = []
  const fields = output.split("\0")
  for (let n = 0; n < fields.length; n++) {
    const field = fields[n] as string
    const words = field.split(" ")
    switch (words[0]) {
      case "#":
        readBranch(branch, words[1] ?? "", words.slice(2).join(" "))
        break
      case "1":
        changed.push({ state: letters(words[1]), path: words.slice(8).join(" "), kind: "tracked" })
        break
      case "2":
        changed.push({ state: letters(words[1]), path: words.slice(9).join(" "), kind: "tracked" })
        n++
        break
      case "u":
        changed.push({ state: letters(words[1]), path: words.slice(10).join(" "), kind: "conflict" })
        break
      case "?":
        changed.push({ state: "??", path: field.slice(2), kind: "new" })
        break
    }
  }
  return { ok: true, branch, changed }
}

function readBranch(branch: { -readonly [key in keyof Branch]: Branch[key] }, what: string, value: string): void {
  if (what === "branch.oid") branch.head = value === "(initial)" ? null : value
  else if (what === "branch.head") branch.name = value === "(detached)" ? null : value
  else if (what === "branch.upstream") branch.upstream = value
  else if (what === "branch.ab") branch.distance = value
}

function letters(state: string | undefined): string {
  return (state ?? "..").replaceAll(".", " ")
}
