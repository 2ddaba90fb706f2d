// Owns: what a project's .gitignore files leave out, by git's rules. The patterns come from the repository: the matcher below runs in
// polynomial time, where the usual ones turn a pattern into an expression that a hostile file can make run for ever.
import { Minimatch } from "minimatch"

const LONGEST_PATTERN = 1000
const MOST_RULES = 5000

type Rule = { readonly matcher: Minimatch; readonly negated: boolean; readonly foldersOnly: boolean; readonly byName: boolean }
/** The rules of one .gitignore; `depth` is how many folders of a path lie above its own. */
export type IgnoreRules = { readonly depth: number; readonly rules: readonly Rule[] }

export function parseIgnoreRules(text: string, depth: number): IgnoreRules {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .slice(0, MOST_RULES)
  return { depth, rules: lines.map(parseRule).filter((rule) => rule !== null) }
}

/** `layers`: from the project folder down. The last rule that fits decides; a deeper file comes after the ones above it. */
export function isIgnored(layers: readonly IgnoreRules[], segments: readonly string[], isFolder: boolean): boolean {
  for (const { depth, rules } of layers.toReversed()) {
    const name = segments.at(-1) ?? ""
    const path = segments.slice(depth).join("/")
    const rule = rules.findLast((each) => (isFolder || !each.foldersOnly) && each.matcher.match(each.byName ? name : path))
    if (rule !== undefined) return !rule.negated
  }
  return false
}

function parseRule(line: string): Rule | null {
  let pattern = withoutTrailingSpaces(line)
  if (pattern === "" || pattern.startsWith("#") || pattern.length > LONGEST_PATTERN) return null
  const negated = pattern.startsWith("!")
  if (negated) pattern = pattern.slice(1)
  const foldersOnly = pattern.endsWith("/")
  if (foldersOnly) pattern = pattern.slice(0, -1)
  const byName = !pattern.includes("/")
  if (pattern.startsWith("/")) pattern = pattern.slice(1)
  if (pattern === "") return null
  // `**` alone in a pattern without a slash means no more than `*`.
  if (byName) pattern = pattern.replace(/\*{2,}/g, "*")
  const matcher = new Minimatch(pattern, {
    dot: true,
    nobrace: true,
    noext: true,
    nonegate: true,
    nocomment: true,
    platform: "linux",
    optimizationLevel: 0,
  })
  return { matcher, negated, foldersOnly, byName }
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === " " && line[end - 2] !== "\\") end--
  return line.slice(0, end)
}
