// Owns: which file uses which, by name: a barrel (`index.ts`) is looked through, so that a change in one rule does not reach everything that imports
// the package. Does not own: reading files (caller), choosing tests (select.ts).
import { posix } from "node:path"
import { type File, isNode, type Node, readSource, type Source } from "../law/source.ts"

export type Graph = {
  /** The files that import this one, each once. */
  usersOf(path: string): readonly string[]
}

type Wanted = { specifier: string; names: readonly string[] | "all" }

export function readGraph(files: readonly File[]): Graph {
  const sources = new Map(files.map((file) => [file.path, readSource(file)]))
  const packages = packageExports(files)
  const users = new Map<string, Set<string>>()
  const resolve = (from: string, specifier: string) => resolvePath(from, specifier, sources, packages)

  /** The files that these names come from, through any number of barrels. */
  function origins(path: string, names: Wanted["names"], seen: ReadonlySet<string> = new Set()): readonly string[] {
    const source = sources.get(path)
    if (!source || seen.has(path)) return []
    if (!isBarrel(source)) return names === "all" || exportsOne(source, names) ? [path] : []
    const further = new Set([...seen, path])
    return reExports(source).flatMap(({ specifier, names: passed }) => {
      const target = resolve(path, specifier)
      const wanted = both(names, passed)
      return target === undefined || wanted.length === 0 ? [] : origins(target, wanted, further)
    })
  }

  for (const source of sources.values()) {
    if (isBarrel(source)) continue
    for (const { specifier, names } of importsOf(source)) {
      const target = resolve(source.path, specifier)
      if (target === undefined) continue
      const found = origins(target, names)
      // A name that comes from nowhere we can see is a use of the module itself.
      for (const origin of found.length > 0 ? found : [target]) {
        if (origin === source.path) continue
        const known = users.get(origin) ?? new Set()
        users.set(origin, known.add(source.path))
      }
    }
  }
  return { usersOf: (path) => [...(users.get(path) ?? [])] }
}

function both(wanted: Wanted["names"], passed: Wanted["names"]): Wanted["names"] {
  if (passed === "all") return wanted
  return wanted === "all" ? passed : passed.filter((name) => wanted.includes(name))
}

function exportsOne(source: Source, names: readonly string[]): boolean {
  return source.nodes.some((node) => {
    if (node.type === "ExportDefaultDeclaration") return names.includes("default")
    if (node.type !== "ExportNamedDeclaration") return false
    const passed = namesOf(node.specifiers, "exported")
    const declared = isNode(node.declaration) ? declaredNames(node.declaration) : []
    return passed === "all" || [...passed, ...declared].some((name) => names.includes(name))
  })
}

function declaredNames(node: Node): readonly string[] {
  const ids = Array.isArray(node.declarations) ? (node.declarations as Node[]).map(({ id }) => id) : [node.id]
  return ids.flatMap((id) => (isNode(id) && id.type === "Identifier" ? [String(id.name)] : []))
}

/** Only passes on what others export. */
function isBarrel(source: Source): boolean {
  return posix.basename(source.path) === "index.ts" && reExports(source).length > 0
}

function reExports(source: Source): readonly Wanted[] {
  return source.nodes.flatMap((node): Wanted[] => {
    if (node.type === "ExportAllDeclaration") return [{ specifier: textOf(node.source), names: "all" }]
    if (node.type !== "ExportNamedDeclaration" || !isNode(node.source)) return []
    return [{ specifier: textOf(node.source), names: namesOf(node.specifiers, "exported") }]
  })
}

function importsOf(source: Source): readonly Wanted[] {
  const named = new Map<string, Wanted["names"]>()
  for (const node of source.nodes) {
    if (node.type !== "ImportDeclaration") continue
    const specifier = textOf(node.source)
    const names = namesOf(node.specifiers, "imported")
    const before = named.get(specifier) ?? []
    named.set(specifier, before === "all" || names === "all" ? "all" : [...before, ...names])
  }
  // Dynamic imports, re-exports and requires name nothing: they use all of it.
  return source.imports.map(({ specifier }) => ({ specifier, names: named.get(specifier) ?? "all" }))
}

function namesOf(specifiers: unknown, key: "imported" | "exported"): Wanted["names"] {
  const names: string[] = []
  for (const specifier of (specifiers as Node[] | undefined) ?? []) {
    const name = specifier[key]
    if (!isNode(name)) return "all"
    names.push(String(name.name ?? name.value))
  }
  return names
}

function textOf(node: unknown): string {
  return isNode(node) && typeof node.value === "string" ? node.value : ""
}

/** What each of our packages exports, by the name it is imported with: "@kibitz/adapters/git" → its file. */
function packageExports(files: readonly File[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { path, text } of files) {
    if (posix.basename(path) !== "package.json") continue
    const { name = "", exports = {} } = JSON.parse(text) as { name?: string; exports?: Record<string, unknown> }
    for (const [key, target] of Object.entries(exports)) {
      if (typeof target === "string") found.set(posix.join(name, key), posix.join(posix.dirname(path), target))
    }
  }
  return found
}

function resolvePath(
  from: string,
  specifier: string,
  sources: ReadonlyMap<string, Source>,
  packages: ReadonlyMap<string, string>,
): string | undefined {
  if (!specifier.startsWith(".")) return packages.get(specifier)
  const path = posix.join(posix.dirname(from), specifier)
  return sources.has(path) ? path : undefined
}
