// Owns: one hash over everything a build is made from. Contents, not times: a fresh checkout has new times for old files.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** resources/cogitation is bundled into the screen; the other resources are read while Kibitz runs. */
const folders = ["apps", "packages", "resources/cogitation", "scripts/build"]
const files = ["package-lock.json", "package.json", "tsconfig.base.json", "tsconfig.web.json"]
const leftOut = /(^|\/)(node_modules|dist)$|\.test\.tsx?$/

export function inputsHash(root: string): string {
  const hash = createHash("sha256").update(process.versions.node)
  const names = [...folders.flatMap((folder) => filesUnder(root, folder)), ...files].sort()
  for (const name of names) {
    const content = readFileSync(join(root, name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}

/** Whether a change of this file, named from the project's root, makes a new build. */
export function isInput(path: string): boolean {
  const parts = path.split("/")
  const without = parts.some((_, index) => leftOut.test(parts.slice(0, index + 1).join("/")))
  return !without && (files.includes(path) || folders.some((folder) => path.startsWith(`${folder}/`)))
}

function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (leftOut.test(path)) return []
    if (entry.isDirectory()) return filesUnder(root, path)
    return entry.isFile() ? [path] : []
  })
}
