// Owns: the rules about imports: layers, public entries, restricted packages, Node modules, declared dependencies.
import { restrictedPackages, testsMayAlsoImport } from "./law.ts"
import { layerOf, manifestOf, type Project, type Target, targetOf, unitOf } from "./project.ts"
import type { Rule, Violation } from "./rule.ts"
import { type Source, testFile } from "./source.ts"

export const importRules: readonly Rule[] = [
  { name: "layers", says: "a layer imports only the layers its line in the table names", find: eachImport(againstLayers) },
  {
    name: "public-entry",
    says: "another package is imported by its name and its exports, never by a path into it",
    find: eachImport(aroundEntry),
  },
  { name: "restricted-packages", says: "some packages belong to one layer only", find: eachImport(restricted) },
  { name: "node-modules", says: "only layers that touch the world use Node's own modules", find: eachImport(againstNode) },
  {
    name: "declared-dependencies",
    says: "an imported package is declared in the importer's own package.json",
    find: eachImport(undeclared),
  },
  {
    name: "lockfile",
    says: "package-lock.json knows every package.json, or `npm ci` fails on a fresh machine",
    find: behindLockfile,
  },
  { name: "checkable-imports", says: "an import names its target literally", find: computed },
]

type Check = (project: Project, source: Source, target: Target) => string | undefined

function eachImport(check: Check): Rule["find"] {
  return (project) =>
    project.sources.flatMap((source) =>
      source.imports.flatMap(({ specifier, line }): Violation[] => {
        const problem = check(project, source, targetOf(source, specifier))
        return problem === undefined ? [] : [{ path: source.path, line, problem }]
      }),
    )
}

function againstLayers(_project: Project, source: Source, target: Target): string | undefined {
  const from = layerOf(source.path)
  if (from === undefined || target.kind !== "ours" || from.ours === "any") return undefined
  if (!source.isTest && testFile.test(target.path)) return `shipped code may not import what is for tests (${target.specifier})`
  if (target.layer === from.name || from.ours.includes(target.layer)) return undefined
  if (source.isTest && testsMayAlsoImport.ours.includes(target.layer)) return undefined
  return `${from.name} may not import ${target.layer} (${target.specifier})`
}

function aroundEntry(project: Project, source: Source, target: Target): string | undefined {
  if (target.kind === "outside") return `${target.path} belongs to no layer`
  if (target.kind !== "ours") return undefined
  if (!target.byName) {
    const inPackages = target.path.startsWith("packages/") || target.path.startsWith("apps/")
    if (!inPackages || unitOf(source.path) === unitOf(target.path)) return undefined
    return `${target.specifier} reaches into ${unitOf(target.path)} by path`
  }
  const [scope, name, ...rest] = target.specifier.split("/")
  const manifest = project.manifests.find((candidate) => candidate.name === `${scope}/${name}`)
  const entry = rest.length === 0 ? "." : `./${rest.join("/")}`
  return manifest?.exports.has(entry) ? undefined : `${target.specifier} is not an export of ${scope}/${name}`
}

function restricted(_project: Project, source: Source, target: Target): string | undefined {
  const from = layerOf(source.path)
  if (from === undefined || target.kind !== "package") return undefined
  const allowed = restrictedPackages[target.name]
  return allowed === undefined || allowed.includes(from.name) ? undefined : `only ${allowed.join(", ")} may import ${target.name}`
}

function againstNode(_project: Project, source: Source, target: Target): string | undefined {
  const from = layerOf(source.path)
  if (from === undefined || from.node === "any" || source.isTest || target.kind !== "node") return undefined
  if (from.node !== "none" && from.node.includes(target.name.replace(/^node:/, ""))) return undefined
  return `${from.name} may not use ${target.name}`
}

function undeclared(project: Project, source: Source, target: Target): string | undefined {
  const name =
    target.kind === "package"
      ? target.name
      : target.kind === "ours" && target.byName
        ? target.specifier.split("/", 2).join("/")
        : undefined
  if (name === undefined) return undefined
  const manifest = manifestOf(project, source.path)
  if (manifest === undefined || manifest.name === name || manifest.dependencies.has(name)) return undefined
  // Workspace packages are the root's own: they are declared as workspaces, not as dependencies.
  if (manifest.path === "package.json" && name.startsWith("@kibitz/")) return undefined
  if (isProvided(project, source, name)) return undefined
  return `${name} is not a dependency in ${manifest.path}`
}

/** Electron is the desktop's runtime, and what tests use is declared once, at the root. */
function isProvided(project: Project, source: Source, name: string): boolean {
  const declaredAtRoot = project.manifests.find(({ path }) => path === "package.json")?.dependencies.has(name) ?? false
  if (name === "electron") return declaredAtRoot
  if (!source.isTest) return false
  if (name.startsWith("@kibitz/")) return testsMayAlsoImport.ours.includes(name.slice("@kibitz/".length))
  return declaredAtRoot && testsMayAlsoImport.packages.includes(name)
}

function computed(project: Project): Violation[] {
  return project.sources
    .filter(({ path, isTest }) => !isTest && (path.startsWith("packages/") || path.startsWith("apps/")))
    .flatMap(({ path, computedImports }) =>
      computedImports.map((line) => ({ path, line, problem: "the target of this import is computed" })),
    )
}

function behindLockfile({ manifests, locked }: Project): Violation[] {
  return manifests
    .filter(({ path, wanted }) => locked !== undefined && locked.get(path.replace(/\/?package\.json$/, "")) !== wanted)
    .map(({ path }) => ({ path, line: 1, problem: "differs from package-lock.json: run npm install --package-lock-only" }))
}
