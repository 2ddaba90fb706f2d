// Owns: what a path from a model means to git: a place inside the project folder, named literally, that is nobody's secret.
import { isAbsolute, relative, resolve, sep } from "node:path"
import { offLimits } from "../../files/src/off-limits.ts"
import { showName } from "../../files/src/text.ts"

export type GitPath = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly because: string }

/** "" stands for the project folder itself. */
export function gitPath(workTree: string, workspace: string, asked: string): GitPath {
  const shown = showName(asked)
  if (asked.includes("\0")) return { ok: false, because: `${shown} is not a path: it holds a NUL character.` }
  const inside = insideOf(workTree, asked) ?? insideOf(workspace, asked)
  if (inside === null) return { ok: false, because: `${shown} is outside the project folder.` }
  const forbidden = offLimits(inside)
  if (forbidden !== null) return { ok: false, because: `${shown} is not shown or committed: ${forbidden}.` }
  return { ok: true, path: inside.join("/") }
}

function insideOf(folder: string, asked: string): string[] | null {
  const rest = relative(folder, resolve(folder, asked))
  if (rest === "") return []
  if (isAbsolute(rest)) return null
  const segments = rest.split(sep)
  return segments[0] === ".." ? null : segments
}

export function isSecret(path: string): boolean {
  return offLimits(path.split("/").filter((name) => name !== "")) !== null
}

/** Whether a changed path is the named one or lies below it. */
export function isAtOrBelow(named: string, path: string): boolean {
  return named === "" || path === named || path.startsWith(`${named}/`)
}
