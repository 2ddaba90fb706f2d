// Owns: one hash over everything a build is made from. Contents, not times: a fresh checkout has new times for old files.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folders = ["apps", "packages", "scripts/build"]
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

function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (leftOut.test(path)) return []
    if (entry.isDirectory()) return filesUnder(root, path)
    return entry.isFile() ? [path] : []
  })
}
