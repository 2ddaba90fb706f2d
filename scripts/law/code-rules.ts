// Owns: the rules about what a source does: permits, purity, IPC, markup, shells, Electron's safe defaults, mocks.
import { guardedNames, permitMakers, unrenamable, untouchablePreferences } from "./law.ts"
import { layerOf, type Project } from "./project.ts"
import type { Rule, Violation } from "./rule.ts"
import { isNode, memberPath, type Node, propertyName, type Source } from "./source.ts"

export const codeRules: readonly Rule[] = [
  { name: "parses", says: "every source parses", find: unparsed },
  { name: "permit", says: "only the gate calls a value a Permit", find: eachNode(castToPermit) },
  {
    name: "names",
    says: "guarded names are imported where the table allows, and nothing the rules look for is renamed",
    find: eachNode(disguised),
  },
  {
    name: "no-back-door",
    says: "modules are imported, never fetched in ways this check cannot see",
    find: eachNode(backDoor),
  },
  { name: "pure-layers", says: "time, chance and identity are arguments in contract, domain and canvas", find: eachNode(impure) },
  { name: "ipc", says: "nothing answers Electron IPC by hand: messages cross the one checked port", find: eachNode(rawIpc) },
  { name: "markup", says: "no text becomes HTML", find: eachNode(rawMarkup) },
  { name: "no-shell", says: "programs get argument lists, never a shell line", find: eachNode(shell) },
  { name: "safe-defaults", says: "Electron's safe defaults are left alone", find: eachNode(unsafePreference) },
  { name: "no-mocks", says: "tests use fakes that behave and wait for facts, not for time", find: eachNode(mockOrSleep) },
]

function eachNode(check: (node: Node, source: Source) => string | undefined): Rule["find"] {
  return (project) =>
    project.sources.flatMap((source) =>
      source.nodes.flatMap((node): Violation[] => {
        const problem = check(node, source)
        return problem === undefined ? [] : [{ path: source.path, line: source.lineOf(node), problem }]
      }),
    )
}

function unparsed(project: Project): Violation[] {
  return project.sources.flatMap(({ path, errors }) => errors.map((problem) => ({ path, line: 1, problem })))
}

function castToPermit(node: Node, source: Source): string | undefined {
  // An annotation counts as well: what comes out of JSON.parse fits every type.
  const isCast = node.type === "TSAsExpression" || node.type === "TSTypeAssertion" || node.type === "TSSatisfiesExpression"
  if (node.type === "VariableDeclarator") return annotated(node, source)
  if (node.type === "CallExpression") return unchecked(node, source)
  if (!isCast) return undefined
  if (permitMakers.some((maker) => source.path.startsWith(maker))) return undefined
  return mentionsPermit(node.typeAnnotation) ? "a value is called a Permit outside the gate" : undefined
}

function annotated(node: Node, source: Source): string | undefined {
  if (source.isTest || permitMakers.some((maker) => source.path.startsWith(maker))) return undefined
  return mentionsPermit((node.id as Node).typeAnnotation) ? "a variable is declared to be a Permit outside the gate" : undefined
}

/** `tools.run({} as never)` would compile: no cast may stand where the permit goes. */
function unchecked(node: Node, source: Source): string | undefined {
  if (source.isTest || layerOf(source.path)?.name !== "supervisor") return undefined
  const callee = node.callee as Node
  if (callee.type !== "MemberExpression" || propertyName(callee) !== "run") return undefined
  const [first] = node.arguments as Node[]
  return first?.type === "TSAsExpression" ? "a tool is run with something cast instead of a Permit" : undefined
}

function disguised(node: Node, source: Source): string | undefined {
  if (node.type !== "ImportSpecifier" || source.isTest) return undefined
  const imported = (node.imported as Node).name as string
  const local = (node.local as Node).name as string
  if (unrenamable.includes(imported) && local !== imported) return `${imported} is imported as ${local}`
  const allowed = guardedNames[imported]
  if (allowed === undefined || allowed.some((place) => source.path.startsWith(place))) return undefined
  return `${imported} may be imported by ${allowed.join(", ")} only`
}

function backDoor(node: Node, source: Source): string | undefined {
  if (source.isTest || !/^(packages|apps)\//.test(source.path) || source.path.startsWith("apps/cli/bin/")) return undefined
  const name = node.type === "MemberExpression" ? propertyName(node) : calledName(node)
  if (name === "createRequire" || name === "getBuiltinModule") return `${name} fetches modules past the law`
  if (node.type !== "ImportNamespaceSpecifier") return undefined
  return namespaceOfProcesses(node, source) ? "child processes are imported by name, so that one can see what is used" : undefined
}

function namespaceOfProcesses(node: Node, source: Source): boolean {
  return source.nodes.some((candidate) => {
    if (candidate.type !== "ImportDeclaration" || !(candidate.specifiers as Node[]).includes(node)) return false
    return String((candidate.source as Node).value).endsWith("child_process")
  })
}

function mentionsPermit(type: unknown): boolean {
  if (Array.isArray(type)) return type.some(mentionsPermit)
  if (!isNode(type)) return false
  if (type.type === "Identifier" && type.name === "Permit") return true
  return Object.values(type).some(mentionsPermit)
}

const impureCalls = new Set([
  "Date.now",
  "Date",
  "Math.random",
  "performance.now",
  "randomUUID",
  "crypto.randomUUID",
  "crypto.getRandomValues",
  "globalThis.crypto.randomUUID",
  "globalThis.Date.now",
])

const impureObjects = new Set(["Date", "Math", "Temporal", "performance", "crypto", "globalThis"])

function impure(node: Node, source: Source): string | undefined {
  if (source.isTest || layerOf(source.path)?.pure !== true) return undefined
  if (node.type === "VariableDeclarator" && (node.id as Node).type === "ObjectPattern" && isNode(node.init)) {
    const taken = node.init.type === "Identifier" ? (node.init.name as string) : memberPath(node.init)
    if (taken !== undefined && impureObjects.has(taken)) return `${taken} is taken apart; its parts could not be recognised`
  }
  if (node.type === "NewExpression") {
    const emptyDate = memberPath(node.callee as Node) === "Date" && (node.arguments as Node[]).length === 0
    return emptyDate ? "new Date() reads the clock" : undefined
  }
  // Any mention counts, not only calls: `const now = Date.now` would carry the clock in unseen.
  const path = node.type === "MemberExpression" ? memberPath(node) : calledName(node)
  if (path === undefined) return undefined
  if (impureCalls.has(path) || path === "Temporal.Now" || path.endsWith(".Temporal.Now")) return `${path} is not an argument`
  return undefined
}

function calledName(node: Node): string | undefined {
  if (node.type !== "CallExpression" || (node.callee as Node).type !== "Identifier") return undefined
  return (node.callee as Node).name as string
}

function rawIpc(node: Node): string | undefined {
  if (node.type !== "MemberExpression") return undefined
  const path = memberPath(node)
  return path !== undefined && /(^|\.)ipcMain\.(handle|handleOnce)$/.test(path) ? `${path} answers IPC by hand` : undefined
}

const markupProperties = new Set([
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "dangerouslySetInnerHTML",
  "createContextualFragment",
])

function rawMarkup(node: Node, source: Source): string | undefined {
  if (source.isTest || source.path.startsWith("scripts/")) return undefined
  const name = nameUsed(node)
  if (name !== undefined && markupProperties.has(name)) return `${name} turns text into HTML`
  const path = node.type === "MemberExpression" ? memberPath(node) : undefined
  return path === "document.write" ? "document.write turns text into HTML" : undefined
}

/** The name of a member access, an object's key or a JSX attribute. */
function nameUsed(node: Node): string | undefined {
  if (node.type === "MemberExpression") return propertyName(node)
  if (node.type === "Property") return keyOf(node)
  if (node.type === "JSXAttribute") return (node.name as Node).name as string
  return undefined
}

function keyOf(node: Node): string | undefined {
  const key = node.key as Node
  if (key.type === "Identifier" && !node.computed) return key.name as string
  return key.type === "Literal" ? String(key.value) : undefined
}

function shell(node: Node, source: Source): string | undefined {
  // Where Node's modules are forbidden nothing can be started, and `shell` is a word like any other.
  const { node: modules } = layerOf(source.path) ?? { node: "none" }
  if (modules === "none") return undefined
  if (node.type === "Property" && keyOf(node) === "shell") {
    const value = node.value as Node
    return value.type === "Literal" && value.value !== false ? "shell: true hands arguments to a shell" : undefined
  }
  if (node.type !== "ImportSpecifier") return undefined
  const name = (node.imported as Node).name
  return name === "exec" || name === "execSync" ? `${name} runs a shell line` : undefined
}

function unsafePreference(node: Node, source: Source): string | undefined {
  if (source.isTest || !source.path.startsWith("apps/desktop/") || node.type !== "Property") return undefined
  const key = keyOf(node)
  return key !== undefined && untouchablePreferences.includes(key) ? `${key} is named; its default is the safe one` : undefined
}

/** Waiting this long for nothing in particular is waiting for time. */
const SLEEP_MS = 20

function mockOrSleep(node: Node, source: Source): string | undefined {
  if (source.isTest && calledName(node) === "setTimeout") {
    const [callback, delay] = node.arguments as Node[]
    const isSleep = callback?.type === "Identifier" && delay?.type === "Literal" && Number(delay.value) >= SLEEP_MS
    if (isSleep) return "a test sleeps instead of waiting for a fact"
  }
  if (node.type !== "MemberExpression") return undefined
  const path = memberPath(node)
  if (path !== undefined && /^vi\.(mock|doMock|hoisted|useFakeTimers)$/.test(path))
    return `${path} replaces what should be passed in`
  return propertyName(node) === "waitForTimeout" ? "waitForTimeout waits for time" : undefined
}
