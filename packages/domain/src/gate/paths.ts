// Owns: what can be said of a path by looking at it. Where it really leads (links, case) is for the adapter that opens it.
import type { Json, Verdict } from "@kibitz/contract"
import { offLimitsName } from "./guarded/secrets.ts"
import { isSensitive } from "./guarded/sensitive.ts"

/** Of all paths of one call together: beyond that looking at them takes longer than a verdict may (T2). */
const MAX_CHARACTERS = 200_000

/** Hard rules: refused whatever the profile. */
export function pathRule(input: Json): Verdict | null {
  const paths = pathsOf(input)
  const characters = paths.reduce((sum, path) => sum + path.length, 0)
  if (characters > MAX_CHARACTERS) {
    return deny(
      "too-complex",
      `Its paths have ${characters} characters together, and ${MAX_CHARACTERS} are the most that is read. Name fewer at a time.`,
    )
  }
  for (const path of paths) {
    const verdict = lexical(path)
    if (verdict) return verdict
  }
  return null
}

/** A file whose content changes what programs or agents do later (T12): never written without being asked for. */
export function sensitivePath(input: Json): string | null {
  return pathsOf(input).find((path) => isSensitive(path)) ?? null
}

function lexical(path: string): Verdict | null {
  if (path.includes("\0")) return deny("workspace", "A path cannot contain a NUL character.")
  const normal = path.replaceAll("\\", "/")
  if (normal.startsWith("/") || normal.startsWith("~") || /^[A-Za-z]:/.test(normal)) {
    return deny("workspace", `"${shown(path)}" is not inside the project folder. Give a path relative to it.`)
  }
  const segments = normal.split("/")
  let depth = 0
  for (const segment of segments) {
    if (segment === "..") depth -= 1
    else if (segment !== "" && segment !== ".") depth += 1
    if (depth < 0) return deny("workspace", `"${shown(path)}" leads out of the project folder. Stay inside it.`)
  }
  const off = offLimitsName(segments.filter((segment) => segment !== "" && segment !== "."))
  if (!off) return null
  return deny(
    off.rule,
    `"${shown(path)}" is off limits: ${off.because}. Work without it, or ask the user for what you need to know.`,
  )
}

/** Every field of every capability that is a path or a pattern of paths. */
function pathsOf(input: Json): string[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return []
  const several = Array.isArray(input.paths) ? input.paths : []
  return [input.path, input.pattern, input.files, ...several].filter((path): path is string => typeof path === "string")
}

function shown(path: string): string {
  return path.length > 120 ? `${path.slice(0, 117)}…` : path
}

function deny(rule: string, because: string): Verdict {
  return { effect: "deny", rule, because }
}
