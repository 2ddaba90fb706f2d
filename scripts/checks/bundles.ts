// Owns: what must never be inside a built bundle. npm hoists packages, so an import the law missed would still resolve.
import { isBuiltin } from "node:module"
import { isInput } from "../build/inputs.ts"
import type { ModuleList } from "../build/module-list.ts"

type Contents = { entry: string; modules: RegExp; externals: (name: string) => boolean }

const isNode = (name: string) => isBuiltin(name)
const screenSide = /^(packages\/(supervisor|adapters|host|rehearsal|ports|testkit)|apps\/(cli|desktop)|scripts|e2e)\//

const forbidden: Readonly<Record<string, Contents>> = {
  renderer: { entry: "apps/renderer/", modules: screenSide, externals: () => true },
  preload: {
    entry: "apps/desktop/src/preload/",
    modules: /^(packages\/(?!contract\/)|apps\/(?!desktop\/src\/preload\/)|node_modules\/electron\/|scripts|e2e)/,
    externals: (name) => name !== "electron",
  },
  desktop: {
    entry: "apps/desktop/src/main/",
    modules:
      /^(apps\/(cli|renderer)|packages\/testkit|scripts|e2e)\/|^node_modules\/(electron|better-sqlite3|react|react-dom|vitest)\//,
    externals: (name) => !isNode(name) && name !== "electron" && name !== "better-sqlite3",
  },
  cli: {
    entry: "apps/cli/src/",
    modules:
      /^(apps\/(desktop|renderer)|packages\/testkit|scripts|e2e)\/|^node_modules\/(electron|better-sqlite3|react|react-dom|vitest)\//,
    externals: (name) => !isNode(name) && name !== "better-sqlite3",
  },
}

export function bundleProblems(name: string, { modules, externals }: ModuleList): string[] {
  const contents = forbidden[name]
  if (contents === undefined) return [`nothing is known about a bundle named ${name}`]
  const problems: string[] = []
  if (!modules.some((path) => path.startsWith(contents.entry))) problems.push(`its own sources (${contents.entry}) are not in it`)
  for (const path of modules) {
    if (contents.modules.test(path)) problems.push(`holds ${path}`)
    // Vite puts a stand-in with this name where a page asks for a module of Node.
    if (path.startsWith("__vite-browser-external")) problems.push(`asks for ${path}`)
    if (isOurs(path) && !isInput(path))
      problems.push(`holds ${path}, which scripts/build/inputs.ts does not name: stale once changed`)
    if (/(^|[/:])node:/.test(path)) problems.push(`holds ${path}`)
  }
  for (const external of externals) if (contents.externals(external)) problems.push(`imports ${external}`)
  return problems
}

/** The stand-ins of the bundler ("vite/preload-helper.js") look like files, but in no folder of ours. */
function isOurs(path: string): boolean {
  return /^(apps|packages|resources|scripts|docs|types|bench|e2e)\//.test(path)
}
