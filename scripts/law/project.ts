// Owns: what the rules need to know about the project: its sources, the layer of a path, the packages a folder declares.
import { isBuiltin } from "node:module"
import { posix } from "node:path"
import { type Layer, layers } from "./law.ts"
import { countLines, type File, readSource, type Source, sourceFile, styleSheet } from "./source.ts"

export type Manifest = {
  path: string
  name: string
  dependencies: ReadonlySet<string>
  exports: ReadonlySet<string>
  /** Every dependency with its version, by kind: what the lockfile repeats. */
  wanted: string
}

export type Project = {
  sources: readonly Source[]
  /** Style sheets: only their length is looked at. */
  styles: readonly { readonly path: string; readonly lines: number }[]
  manifests: readonly Manifest[]
  /** The same, as package-lock.json has it, by folder; undefined where no lockfile was read. */
  locked: ReadonlyMap<string, string> | undefined
}

/** What an import points at. */
export type Target =
  | { kind: "node"; name: string }
  | { kind: "package"; name: string }
  | { kind: "ours"; layer: string; path: string; byName: boolean; specifier: string }
  | { kind: "outside"; path: string }

export function readProject(files: readonly File[]): Project {
  const manifests = files.filter(({ path }) => posix.basename(path) === "package.json").map(readManifest)
  const sources = files.filter(({ path }) => sourceFile.test(path)).map(readSource)
  const styles = files.filter(({ path }) => styleSheet.test(path)).map(({ path, text }) => ({ path, lines: countLines(text) }))
  const lockfile = files.find(({ path }) => path === "package-lock.json")
  return { sources, styles, manifests, locked: lockfile && readLockfile(lockfile) }
}

type Dependencies = Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string> | undefined>

function readLockfile({ text }: File): ReadonlyMap<string, string> {
  const { packages } = JSON.parse(text) as { packages: Record<string, Dependencies> }
  return new Map(Object.entries(packages).map(([folder, entry]) => [folder, wantedBy(entry)]))
}

function wantedBy({ dependencies, devDependencies, optionalDependencies }: Dependencies): string {
  const sorted = [dependencies, devDependencies, optionalDependencies].map((group) => Object.entries(group ?? {}).sort())
  return JSON.stringify(sorted)
}

function readManifest({ path, text }: File): Manifest {
  const content = JSON.parse(text) as Dependencies & { name?: string; exports?: Record<string, unknown> }
  const dependencies = { ...content.dependencies, ...content.devDependencies, ...content.optionalDependencies }
  return {
    path,
    name: content.name ?? "",
    dependencies: new Set(Object.keys(dependencies)),
    exports: new Set(Object.keys(content.exports ?? {})),
    wanted: wantedBy(content),
  }
}

/** A tool's configuration beside a package's sources is no part of the package. */
function isToolConfig(path: string): boolean {
  return /\.config\.[mc]?ts$/.test(path)
}

export function layerOf(path: string): Layer | undefined {
  const governed = isToolConfig(path) ? "scripts" : path
  const inside = layers.filter(({ folder }) => governed === folder || governed.startsWith(`${folder}/`))
  return inside.sort((a, b) => b.folder.length - a.folder.length)[0]
}

export function targetOf(source: Source, specifier: string): Target {
  if (specifier.startsWith(".") || specifier.startsWith("/")) {
    const path = posix.normalize(posix.join(posix.dirname(source.path), specifier.split("?")[0] ?? specifier))
    const layer = layerOf(path)
    return layer === undefined ? { kind: "outside", path } : { kind: "ours", layer: layer.name, path, byName: false, specifier }
  }
  if (isBuiltin(specifier)) return { kind: "node", name: specifier }
  const parts = specifier.split("/")
  if (parts[0] === "@kibitz") return { kind: "ours", layer: parts[1] ?? "", path: "", byName: true, specifier }
  return { kind: "package", name: parts[0]?.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier) }
}

/** The package.json that governs a path: the nearest one above it. */
export function manifestOf(project: Project, path: string): Manifest | undefined {
  if (isToolConfig(path)) return project.manifests.find((manifest) => manifest.path === "package.json")
  const above = project.manifests.filter((manifest) => path.startsWith(manifest.path.slice(0, -"package.json".length)))
  return above.sort((a, b) => b.path.length - a.path.length)[0]
}

/** The package (or top folder) a path lies in. */
export function unitOf(path: string): string {
  const [first = "", second = ""] = path.split("/")
  return first === "packages" || first === "apps" ? `${first}/${second}` : first
}
