// Owns: the checks that read sources without running them: types, lint and format, the law, the bundles' contents.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type ModuleList, moduleListFolder } from "../build/module-list.ts"
import { checkLaw, projectFiles } from "../law/check.ts"
import { command } from "../setup/command.mjs"
import { root, scratch } from "../setup/paths.mjs"
import { bundleProblems } from "./bundles.ts"
import { type Outcome, type Stage, single, sum } from "./stage.ts"

const limitMs = 5 * 60_000

export const types = typesStage(() => [])

/** The same, but only what has changed since the last time is checked again, and what depends on it. */
export const changedTypes = typesStage((project) => ["--incremental", "--tsBuildInfoFile", join(scratch, `${project}.buildinfo`)])

function typesStage(argsFor: (project: string) => readonly string[]): Stage {
  const projects = ["tsconfig.pure.json", "tsconfig.node.json", "tsconfig.web.json", "tsconfig.e2e.json"]
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
  async function typecheck(project: string): Promise<Outcome> {
    const args = [compiler, "-p", project, ...argsFor(project)]
    const { code, output } = await command(process.execPath, args, { quiet: true, own: true, limitMs })
    return single(code === 0, `${project}:\n${output.trim()}`)
  }
  return { name: "types", run: async () => sum(await Promise.all(projects.map(typecheck))) }
}

export const lint: Stage = lintOf([])

/** Without files: all of them. */
export function lintOf(files: readonly string[]): Stage {
  return {
    name: "lint",
    async run() {
      const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome")
      const narrowed = files.length > 0 ? ["--no-errors-on-unmatched", ...files] : []
      const args = [biome, "ci", "--error-on-warnings", "--colors=off", "--max-diagnostics=100", ...narrowed]
      const { code, output } = await command(process.execPath, args, { quiet: true, own: true, limitMs })
      const checked = Number(/Checked (\d+) files?/.exec(output)?.[1] ?? 0)
      if (code === 0 && checked === 0 && files.length === 0) return single(false, "biome saw no files")
      return single(code === 0, `biome (npm run format corrects most of it):\n${output.trim()}`)
    },
  }
}

export const law: Stage = {
  name: "law",
  async run() {
    const verdicts = checkLaw(projectFiles(root))
    return sum(
      verdicts.map(({ rule, violations }) => {
        const found = violations.map(({ path, line, problem }) => `\n    ${path}:${line}: ${problem}`)
        return single(violations.length === 0, `${rule.name}: ${rule.says}${found.join("")}`)
      }),
    )
  },
}

export const bundles: Stage = {
  name: "bundles",
  async run() {
    const names = ["desktop", "preload", "renderer", "cli"]
    return sum(
      names.map((name) => {
        const file = join(moduleListFolder, `${name}.json`)
        if (!existsSync(file)) return single(false, `the build wrote no module list for ${name}`)
        const list = JSON.parse(readFileSync(file, "utf8")) as ModuleList
        const problems = bundleProblems(name, list)
        return single(problems.length === 0, `${name}: ${problems.join("; ")}`)
      }),
    )
  },
}
