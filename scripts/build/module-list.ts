// Owns: writing down which files went into a bundle, so that a test can look for files that must not be there.
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import type { Plugin } from "vite"
import { root } from "../setup/paths.mjs"

export type ModuleList = { modules: string[]; externals: string[] }

export const moduleListFolder = join(root, "dist", "modules")

export function moduleList(name: string): Plugin {
  return {
    name: "kibitz:module-list",
    generateBundle(_options, output) {
      const modules = new Set<string>()
      const externals = new Set<string>()
      for (const chunk of Object.values(output)) {
        if (chunk.type !== "chunk") continue
        for (const id of chunk.moduleIds) modules.add(named(id))
        for (const imported of [...chunk.imports, ...chunk.dynamicImports]) {
          if (output[imported] === undefined) externals.add(imported)
        }
      }
      const list: ModuleList = { modules: [...modules].sort(), externals: [...externals].sort() }
      mkdirSync(moduleListFolder, { recursive: true })
      writeFileSync(join(moduleListFolder, `${name}.json`), `${JSON.stringify(list, undefined, 1)}\n`)
    },
  }
}

/** Virtual modules (they begin with a zero byte) keep their name; files are named from the project's root. */
function named(id: string): string {
  if (id.startsWith("\0")) return id.slice(1)
  const file = id.split("?")[0] ?? id
  return file.startsWith(root) ? relative(root, file).replaceAll("\\", "/") : file
}
