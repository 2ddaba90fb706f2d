// Owns: holding all sources to the law. A check that saw no files fails: it would otherwise pass for ever after a move.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { codeRules } from "./code-rules.ts"
import { eventNameRules } from "./event-names.ts"
import { folderRules } from "./folder-rules.ts"
import { importRules } from "./import-rules.ts"
import { layerOf, type Project, readProject } from "./project.ts"
import type { Rule, Violation } from "./rule.ts"
import { type File, sourceFile, styleSheet } from "./source.ts"
import { threatRules } from "./threats.ts"

export const rules: readonly Rule[] = [...importRules, ...folderRules, ...codeRules, ...eventNameRules, ...threatRules]

export type Verdict = { rule: Rule; violations: readonly Violation[] }

export function checkLaw(files: readonly File[]): readonly Verdict[] {
  const project = readProject(files)
  return [seesFiles(project), ...rules.map((rule) => ({ rule, violations: rule.find(project) }))]
}

/** Each asked-for layer that exists on disk must have been seen, and something must exist at all. */
function seesFiles(project: Project): Verdict {
  const rule: Rule = { name: "sees-files", says: "the check sees the sources it is about", find: () => [] }
  const seen = project.sources.filter(({ path }) => layerOf(path)?.folder.startsWith("packages/"))
  if (seen.length > 0) return { rule, violations: [] }
  return { rule, violations: [{ path: "packages", line: 1, problem: "no source file was seen" }] }
}

const folders = ["apps", "packages", "e2e", "bench", "scripts"]
const leftOut = new Set(["node_modules", "dist", ".cache", "release"])

export function projectFiles(root: string): File[] {
  const paths = ["package.json", "package-lock.json", ...folders.flatMap((folder) => filesUnder(root, folder))]
  return paths.filter(isRelevant).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
}

function isRelevant(path: string): boolean {
  return /(^|\/)package(-lock)?\.json$/.test(path) || sourceFile.test(path) || styleSheet.test(path)
}

function filesUnder(root: string, folder: string): string[] {
  let entries: ReturnType<typeof listing>
  try {
    entries = listing(join(root, folder))
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    if (leftOut.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(root, path) : [path]
  })
}

function listing(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
}
